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

/**
 * How the address of the authorize page gets into a browser: VS Code opens it, or the user pastes it
 * into another browser or profile.
 */
export type LinkDelivery = 'open' | 'copy';

/** Leads a person through a sign-in: the browser, the wait, and the way out. */
export class BrowserSignIn {
  readonly #authorizationCodeFlow: AuthorizationCodeFlow;
  readonly #log: Log;
  /** The addresses of the sign-ins that wait in this window, the latest last. */
  readonly #waitingLinks = new Set<string>();

  constructor(authorizationCodeFlow: AuthorizationCodeFlow, log: Log) {
    this.#authorizationCodeFlow = authorizationCodeFlow;
    this.#log = log;
  }

  /**
   * Opens the authorize page, or copies its address, and waits for the outcome. Throws `CancelledError` if the user gave up,
   * `ConfigurationError`, and what `SignInAttempt.wait` throws.
   */
  async signIn(
    connection: Connection,
    scopes: readonly string[],
    delivery: LinkDelivery = 'open',
  ): Promise<Session> {
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
    this.#waitingLinks.add(attempt.authorizationUrl);
    try {
      return await notifyProgress(
        vscode.l10n.t('Signing in to {0}', displayText(connection.name)),
        async (progress, signal) => {
          progress.report({ message: instructions(delivery) });
          // Together: VS Code may ask before it opens the page, and the user may cancel meanwhile.
          const [session] = await Promise.all([
            attempt.wait(signal),
            delivery === 'open'
              ? this.#open(attempt.authorizationUrl)
              : vscode.env.clipboard.writeText(attempt.authorizationUrl),
          ]);
          return session;
        },
      );
    } finally {
      this.#waitingLinks.delete(attempt.authorizationUrl);
      listener?.dispose();
    }
  }

  /** Copies the address of the sign-in that was begun last in this window and still waits; false if none. */
  async copyWaitingLink(): Promise<boolean> {
    const link = [...this.#waitingLinks].at(-1);
    if (link === undefined) {
      return false;
    }
    await vscode.env.clipboard.writeText(link);
    return true;
  }

  async #open(authorizationUrl: string): Promise<void> {
    const opened = await vscode.env.openExternal(vscode.Uri.parse(authorizationUrl));
    this.#log.debug(`The authorize page was ${opened ? 'opened' : 'not opened'}.`);
  }
}

function instructions(delivery: LinkDelivery): string {
  const paste = `command:${commandIds.pasteCallbackUrl}`;
  return delivery === 'open'
    ? vscode.l10n.t(
        'Approve in the browser. If nothing happens then, [paste the callback URL]({0}). For another browser, [copy the sign-in link]({1}).',
        paste,
        `command:${commandIds.copySignInLink}`,
      )
    : vscode.l10n.t(
        'The sign-in link is on the clipboard. Open it in the browser of your choice and approve there. If nothing happens then, [paste the callback URL]({0}).',
        paste,
      );
}
