import type { ClientApp } from '../account/clientApp.ts';
import { AppError } from './appError.ts';

/** What the user can do about a missing or wrong setting. */
export type ConfigurationStep = 'addConnection' | 'openSettings' | 'setClientSecret' | 'signIn';

/** A setting, the client secret or an account is missing or wrong. */
export class ConfigurationError extends AppError {
  readonly code = 'configuration';
  readonly step: ConfigurationStep;
  /** The app whose secret is missing or wrong, if it is about that. */
  readonly app: ClientApp | undefined;

  /** `message` says in plain language what is wrong; it is shown to the user. */
  constructor(
    message: string,
    step: ConfigurationStep,
    options: ErrorOptions & { readonly app?: ClientApp } = {},
  ) {
    super(message, options);
    this.step = step;
    this.app = options.app;
  }
}
