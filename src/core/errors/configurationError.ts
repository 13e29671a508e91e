import type { ClientApp } from '../account/clientApp.ts';
import { AppError } from './appError.ts';

/** Step by which the user can fix a missing or invalid setting. */
export type ConfigurationStep = 'addConnection' | 'openSettings' | 'setClientSecret' | 'signIn';

/** A setting, the client secret or an account is missing or invalid. */
export class ConfigurationError extends AppError {
  readonly code = 'configuration';
  readonly step: ConfigurationStep;
  /** App whose secret is missing or invalid, if that is the problem. */
  readonly app: ClientApp | undefined;

  /** `message` describes the problem for the user. */
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
