import { redact } from './redaction.ts';
/** The log that core writes to. VS Code's `LogOutputChannel` has this shape. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

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
