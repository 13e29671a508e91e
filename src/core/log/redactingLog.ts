import type { Log } from './log.ts';
import { redact } from './redaction.ts';

/** A log that takes out of each line whatever looks like a secret before it passes it on. */
export class RedactingLog implements Log {
  readonly #target: Log;

  constructor(target: Log) {
    this.#target = target;
  }

  trace(message: string): void {
    this.#target.trace(redact(message));
  }

  debug(message: string): void {
    this.#target.debug(redact(message));
  }

  info(message: string): void {
    this.#target.info(redact(message));
  }

  warn(message: string): void {
    this.#target.warn(redact(message));
  }

  error(message: string): void {
    this.#target.error(redact(message));
  }
}
