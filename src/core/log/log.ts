import { surfaceText, type SurfaceText } from '../text/surfaceText.ts';
import type { SecretMask } from './liveSecrets.ts';
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
  readonly #secrets: SecretMask;

  /** `secrets` masks the secrets of this process, which must not appear in any entry. */
  constructor(target: Log, secrets: SecretMask) {
    this.#target = target;
    this.#secrets = secrets;
  }

  trace(message: string): void {
    this.#target.trace(this.#entry(message));
  }

  debug(message: string): void {
    this.#target.debug(this.#entry(message));
  }

  info(message: string): void {
    this.#target.info(this.#entry(message));
  }

  warn(message: string): void {
    this.#target.warn(this.#entry(message));
  }

  error(message: string): void {
    this.#target.error(this.#entry(message));
  }

  /** Indents continuation lines, so that they do not look like separate entries. */
  #entry(message: string): SurfaceText<'logEntry'> {
    const [first = '', ...others] = redact(message, this.#secrets).split('\n');
    return surfaceText('logEntry', [first, ...others.map((line) => `  ${line}`)]);
  }
}
