import * as vscode from 'vscode';
import { notifyProgress } from '../commands/notify.ts';
import type { Connection } from '../core/connections/connection.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import type { Session } from '../core/session/sessions.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, commandIds } from '../ids.ts';
import { redirectOf } from './redirects.ts';

/** Leads a person through a sign-in: the browser, the wait, and the way out. */
export class BrowserSignIn {
  readonly #authorizationCodeFlow: AuthorizationCodeFlow;
  readonly #log: Log;

  constructor(authorizationCodeFlow: AuthorizationCodeFlow, log: Log) {
    this.#authorizationCodeFlow = authorizationCodeFlow;
    this.#log = log;
  }

  /**
   * Opens the authorize page and waits for the outcome. Throws `CancelledError` if the user gave up,
   * `ConfigurationError`, and what `SignInAttempt.wait` throws.
   */
  async signIn(connection: Connection, scopes: readonly string[]): Promise<Session> {
    const redirect = redirectOf(connection);
    const returnAddress = await redirect.prepare(connection);
    const attempt = await this.#authorizationCodeFlow.begin({
      connection,
      scopes,
      redirectUri: connection.redirectUri ?? callbackUri(vscode.env.uriScheme),
      ...(returnAddress === undefined ? {} : { returnAddress }),
    });
    const listener = await redirect.listen((callback) => {
      this.#authorizationCodeFlow
        .finish(callback)
        .catch((error: unknown) => this.#log.warn(reasonOf(error)));
    });
    try {
      return await notifyProgress(
        vscode.l10n.t('Signing in to {0}', displayText(connection.name)),
        async (progress, signal) => {
          progress.report({
            message: vscode.l10n.t(
              'Approve in the browser. If nothing happens then, [paste the callback URL]({0}).',
              `command:${commandIds.pasteCallbackUrl}`,
            ),
          });
          // Together: VS Code may ask before it opens the page, and the user may cancel meanwhile.
          const [session] = await Promise.all([
            attempt.wait(signal),
            this.#open(attempt.authorizationUrl),
          ]);
          return session;
        },
      );
    } finally {
      listener?.dispose();
    }
  }

  async #open(authorizationUrl: string): Promise<void> {
    const opened = await vscode.env.openExternal(vscode.Uri.parse(authorizationUrl));
    this.#log.debug(`The authorize page was ${opened ? 'opened' : 'not opened'}.`);
  }
}
