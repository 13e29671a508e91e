import type { Log } from './log.ts';
import { redact } from './redaction.ts';

/** A log that redacts each line before it writes it to another log. */
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
