import * as vscode from 'vscode';
import { notifyProgress } from '../commands/notify.ts';
import { throwIfAborted } from '../core/async/abort.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import type { Connection } from '../core/connections/connection.ts';
import type {
  AuthorizationCodeFlow,
  SignInAttempt,
} from '../core/session/authorizationCodeFlow.ts';
import type { Session } from '../core/session/sessions.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri, commandIds } from '../ids.ts';
import { openInBrowser } from './openInBrowser.ts';
import { redirectOf, type Redirect } from './redirects.ts';

/** A sign-in that listens on a port of its own. */
interface Listening {
  readonly takenOver: AbortController;
  /** Settles when it has let go of the port. */
  readonly ended: Promise<unknown>;
}

/**
 * How the address of the authorize page gets into a browser: VS Code opens it, or the user pastes it
 * into another browser or profile.
 */
export type LinkDelivery = 'open' | 'copy';

/** Leads a person through a sign-in: the browser, the wait, and the way out. */
export class BrowserSignIn {
  readonly #authorizationCodeFlow: AuthorizationCodeFlow;
  readonly #presentError: (error: unknown) => Promise<void>;
  /** The addresses of the sign-ins that wait in this window, the latest last. */
  readonly #waitingLinks = new Set<string>();
  /** By port. */
  readonly #listening = new Map<number, Listening>();

  constructor(
    authorizationCodeFlow: AuthorizationCodeFlow,
    presentError: (error: unknown) => Promise<void>,
  ) {
    this.#authorizationCodeFlow = authorizationCodeFlow;
    this.#presentError = presentError;
  }

  /**
   * Opens the authorize page, or copies its address, and waits for the outcome. Throws `CancelledError`
   * if the user gave up or has begun another sign-in that needs the same port, `ConfigurationError`, and
   * what `SignInAttempt.wait` throws.
   */
  async signIn(
    connection: Connection,
    scopes: readonly string[],
    delivery: LinkDelivery = 'open',
  ): Promise<Session> {
    const redirect = redirectOf(connection);
    if (redirect.port === undefined) {
      return await this.#signIn(connection, scopes, redirect, delivery);
    }
    const earlier = this.#listening.get(redirect.port);
    const takenOver = new AbortController();
    const session = this.#takeOver(
      earlier,
      async () => await this.#signIn(connection, scopes, redirect, delivery, takenOver.signal),
    );
    const listening = { takenOver, ended: Promise.allSettled([session]) };
    this.#listening.set(redirect.port, listening);
    try {
      return await session;
    } finally {
      if (this.#listening.get(redirect.port) === listening) {
        this.#listening.delete(redirect.port);
      }
    }
  }

  /** A user who signs in anew has lost the page of the earlier sign-in, or has given it up. */
  async #takeOver<T>(earlier: Listening | undefined, next: () => Promise<T>): Promise<T> {
    earlier?.takenOver.abort();
    await earlier?.ended;
    return await next();
  }

  async #signIn(
    connection: Connection,
    scopes: readonly string[],
    redirect: Redirect,
    delivery: LinkDelivery,
    takenOver?: AbortSignal,
  ): Promise<Session> {
    const returnAddress = await redirect.prepare(connection);
    // First of all: an attempt that has begun goes on until somebody waits for its end.
    const listener = await redirect.listen((callback) => {
      this.#authorizationCodeFlow.finish(callback).catch(this.#presentError);
    });
    try {
      throwIfAborted(takenOver);
      const attempt = await this.#authorizationCodeFlow.begin({
        connection,
        scopes,
        redirectUri: connection.redirectUri ?? callbackUri(vscode.env.uriScheme),
        ...(returnAddress === undefined ? {} : { returnAddress }),
      });
      return await this.#wait(connection, attempt, delivery, takenOver);
    } finally {
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

  async #wait(
    connection: Connection,
    attempt: SignInAttempt,
    delivery: LinkDelivery,
    takenOver: AbortSignal | undefined,
  ): Promise<Session> {
    return await notifyProgress(
      vscode.l10n.t('Signing in to {0}', displayText(connection.name)),
      async (progress, cancelled) => {
        progress.report({ message: instructions(delivery) });
        const controller = new LinkedAbortController(cancelled, takenOver);
        this.#waitingLinks.add(attempt.authorizationUrl);
        try {
          // Together: VS Code may ask before it opens the page, and the user may cancel meanwhile.
          const [session] = await Promise.all([
            attempt.wait(controller.signal),
            delivery === 'open'
              ? openInBrowser(attempt.authorizationUrl)
              : vscode.env.clipboard.writeText(attempt.authorizationUrl),
          ]);
          return session;
        } finally {
          // Nobody waits any more, also if the page could not be opened.
          this.#waitingLinks.delete(attempt.authorizationUrl);
          controller.abort();
          controller.dispose();
        }
      },
    );
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
