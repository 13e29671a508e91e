import * as vscode from 'vscode';
import { abortSignalFrom } from '../core/async/abort.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import { withoutLinks } from '../core/text/withoutLinks.ts';
import { displayText } from '../core/text/displayText.ts';
import type { Connection } from '../core/connections/connection.ts';
import { redirectFlowOf } from '../core/connections/redirectFlow.ts';
import type { Session } from '../core/session/sessions.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';
import { callbackUri, commandIds } from '../ids.ts';
import { listenForRedirect } from './redirectListener.ts';

/** Leads a person through a sign-in: the browser, the wait, and the way out. */
export class BrowserSignIn {
  readonly #attempts: AuthorizationCodeFlow;
  readonly #log: Log;

  constructor(attempts: AuthorizationCodeFlow, log: Log) {
    this.#attempts = attempts;
    this.#log = log;
  }

  /**
   * Opens the authorize page and waits for the outcome. Throws `CancelledError` where the user gave up,
   * `ConfigurationError`, and whatever `SignInAttempt.wait` throws.
   */
  async signIn(connection: Connection, scopes: readonly string[]): Promise<Session> {
    const ownCallback = callbackUri(vscode.env.uriScheme);
    const flow = redirectFlowOf(connection, ownCallback);
    const disposables = new DisposableStore();
    try {
      if (flow.kind === 'uriHandler' && vscode.env.uiKind === vscode.UIKind.Web) {
        throw new ConfigurationError(
          vscode.l10n.t(
            'VS Code in a browser needs a relay page. Set the redirect URI of {0} to one that is registered for the app.',
            displayText(connection.name),
          ),
          'openSettings',
        );
      }
      const attempt = await this.#attempts.begin({
        connection,
        scopes,
        redirectUri: connection.redirectUri ?? ownCallback,
        ...(flow.kind === 'relay' ? { returnAddress: await externalAddress(ownCallback) } : {}),
      });
      if (flow.kind === 'loopback') {
        const listener = await listenForRedirect(flow, (callback) => {
          this.#attempts
            .finish(callback)
            .catch((error: unknown) => this.#log.warn(reasonOf(error)));
        });
        disposables.add(listener);
      }
      return await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          cancellable: true,
          title: withoutLinks(vscode.l10n.t('Signing in to {0}', displayText(connection.name))),
        },
        async (progress, token) => {
          progress.report({
            message: vscode.l10n.t(
              'Approve in the browser. If nothing happens then, [paste the callback URL]({0}).',
              `command:${commandIds.pasteCallbackUrl}`,
            ),
          });
          // Together: VS Code may ask before it opens the page, and the user may cancel meanwhile.
          const [session] = await Promise.all([
            attempt.wait(abortSignalFrom(token)),
            this.#open(attempt.authorizationUrl),
          ]);
          return session;
        },
      );
    } finally {
      disposables.dispose();
    }
  }

  async #open(authorizationUrl: string): Promise<void> {
    const opened = await vscode.env.openExternal(vscode.Uri.parse(authorizationUrl));
    this.#log.debug(`The authorize page was ${opened ? 'opened' : 'not opened'}.`);
  }
}

/** The address under which the browser reaches `callback`, where VS Code runs elsewhere or in a browser. */
async function externalAddress(callback: string): Promise<string> {
  return (await vscode.env.asExternalUri(vscode.Uri.parse(callback))).toString(true);
}
