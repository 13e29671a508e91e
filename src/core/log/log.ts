import { surfaceText, type SurfaceText } from '../text/surfaceText.ts';
import { redact } from './redaction.ts';

/** Log of the core, with the shape of VS Code's `LogOutputChannel`. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Log that redacts each entry and escapes its invisible characters before passing it on. */
export class RedactingLog implements Log {
  readonly #target: Log;

  constructor(target: Log) {
    this.#target = target;
  }

  trace(message: string): void {
    this.#target.trace(logEntry(message));
  }

  debug(message: string): void {
    this.#target.debug(logEntry(message));
  }

  info(message: string): void {
    this.#target.info(logEntry(message));
  }

  warn(message: string): void {
    this.#target.warn(logEntry(message));
  }

  error(message: string): void {
    this.#target.error(logEntry(message));
  }
}

/** Indents continuation lines, so that none looks like an entry of its own. */
function logEntry(message: string): SurfaceText<'logEntry'> {
  const [first = '', ...others] = redact(message).split('\n');
  return surfaceText('logEntry', [first, ...others.map((line) => `  ${line}`)]);
}
