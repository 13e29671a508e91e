import * as vscode from 'vscode';
import { throwIfAborted } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import { Emitter, type Event } from '../core/async/event.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import type { Connection } from '../core/connections/connection.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import type {
  AuthorizationCodeFlow,
  SignInAttempt,
} from '../core/session/authorizationCodeFlow.ts';
import type { Session } from '../core/session/sessions.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri } from '../ids.ts';
import { notify, notifyProgress } from '../surfaces/notify.ts';
import { openInBrowser } from './openInBrowser.ts';
import { redirectOf } from './redirects.ts';
import type { RedirectServer } from './redirectServer.ts';
import {
  copyCommandTitle,
  guideButtons,
  guideText,
  unreadableRequestText,
  type LinkDelivery,
} from './signInGuide.ts';
import type { SignInMemory } from './signInMemory.ts';

/** A pending sign-in that listens on a port. */
interface Listening {
  /** Aborted when another sign-in takes over the port. */
  readonly takenOver: AbortController;
  /** Settles when the port is released. */
  readonly released: Promise<void>;
}

/** A pending sign-in. */
interface Wait {
  readonly attempt: SignInAttempt;
  readonly delivery: LinkDelivery;
  /** Fires for a request of the browser that cannot be read. */
  readonly onUnreadable: Event<void>;
  readonly takenOver: AbortController;
}

/** Abort reason: the user or the system refused to open the authorize page. */
const pageNotOpened = Symbol('pageNotOpened');

/** Dependencies of a browser sign-in. */
interface BrowserSignInOptions {
  readonly authorizationCodeFlow: AuthorizationCodeFlow;
  readonly presentError: (error: unknown) => Promise<void>;
  readonly memory: SignInMemory;
  readonly clock: Clock;
}

/**
 * Guides the user through a sign-in: opens the browser, waits for the callback, and offers alternatives if it
 * does not arrive.
 */
export class BrowserSignIn {
  readonly #options: BrowserSignInOptions;
  /** Authorize URLs of this window's pending sign-ins, the latest last. */
  readonly #waitingLinks = new Set<string>();
  /** Listening sign-ins by port. */
  readonly #listening = new Map<number, Listening>();

  constructor(options: BrowserSignInOptions) {
    this.#options = options;
  }

  /**
   * Opens the authorize page, or copies its address, and waits for the outcome. Throws `CancelledError` if
   * the user cancels or begins another sign-in that needs the same port, `ConfigurationError`, and the errors
   * of `SignInAttempt.wait`.
   */
  async signIn(
    connection: Connection,
    scopes: readonly string[],
    delivery: LinkDelivery = 'open',
  ): Promise<Session> {
    try {
      return await this.#signIn(connection, scopes, delivery);
    } catch (error) {
      if (!(error instanceof CancelledError && error.cause === pageNotOpened)) {
        throw error;
      }
      // VS Code does not report whether the user cancelled or wants to open the address elsewhere.
      const copy = copyCommandTitle();
      const message = vscode.l10n.t(
        'The sign-in page was not opened, so the sign-in has ended. For another browser, copy a new sign-in link.',
      );
      if ((await notify('information', message, { [copy]: 'shows' })) === copy) {
        return await this.#signIn(connection, scopes, 'copy');
      }
      throw error;
    }
  }

  async #signIn(
    connection: Connection,
    scopes: readonly string[],
    delivery: LinkDelivery,
  ): Promise<Session> {
    const redirect = redirectOf(connection);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const takenOver = new AbortController();
    if (redirect.port !== undefined) {
      // A user who signs in again has lost or abandoned the page of the earlier sign-in.
      const earlier = this.#listening.get(redirect.port);
      this.#listening.set(redirect.port, { takenOver, released });
      earlier?.takenOver.abort();
      await earlier?.released;
    }
    const unreadable = new Emitter<void>();
    let server: RedirectServer | undefined;
    try {
      const returnAddress = await redirect.prepare();
      // Listen before the attempt begins: once begun, an attempt stays pending until its outcome is awaited.
      server = await redirect.listen({
        clock: this.#options.clock,
        onCallback: (callback) => this.#finish(callback),
        onUnreadable: () => unreadable.fire(),
      });
      throwIfAborted(takenOver.signal);
      const attempt = await this.#options.authorizationCodeFlow.begin({
        connection,
        scopes,
        redirectUri: connection.redirectUri ?? callbackUri(vscode.env.uriScheme),
        ...(returnAddress === undefined ? {} : { returnAddress }),
      });
      const wait = { attempt, delivery, onUnreadable: unreadable.event, takenOver };
      return await this.#wait(connection, wait);
    } finally {
      unreadable.dispose();
      // Not awaited: the port may stay open longer than the sign-in takes.
      void Promise.resolve(server?.close(takenOver.signal)).finally(release);
    }
  }

  /** Copies the authorize URL of this window's latest pending sign-in. Returns false if there is none. */
  async copyWaitingLink(): Promise<boolean> {
    const link = [...this.#waitingLinks].at(-1);
    if (link === undefined) {
      return false;
    }
    await vscode.env.clipboard.writeText(link);
    return true;
  }

  #finish(callback: string): void {
    const { authorizationCodeFlow, presentError } = this.#options;
    authorizationCodeFlow.finish(callback).catch(presentError);
  }

  async #wait(
    connection: Connection,
    { attempt, delivery, onUnreadable, takenOver }: Wait,
  ): Promise<Session> {
    return await notifyProgress(
      vscode.l10n.t('Signing in to {0}', displayText(connection.name)),
      async (progress, cancelled) => {
        progress.report({ message: guideText(delivery) });
        const subscription = onUnreadable(() =>
          progress.report({ message: unreadableRequestText() }),
        );
        const controller = new LinkedAbortController(cancelled, takenOver.signal);
        this.#waitingLinks.add(attempt.authorizationUrl);
        try {
          // In parallel: VS Code may ask before it opens the page, and the user may cancel in the meantime.
          const [session] = await Promise.all([
            attempt.wait(controller.signal),
            deliver(attempt.authorizationUrl, delivery, controller),
            this.#options.memory.add(attempt.id),
          ]);
          return session;
        } finally {
          // The wait has ended, even if the page could not be opened.
          subscription.dispose();
          this.#waitingLinks.delete(attempt.authorizationUrl);
          controller.abort();
          controller.dispose();
          await this.#options.memory.remove(attempt.id);
        }
      },
      { buttons: guideButtons(delivery) },
    );
  }
}

async function deliver(
  address: string,
  delivery: LinkDelivery,
  wait: AbortController,
): Promise<void> {
  if (delivery === 'copy') {
    await vscode.env.clipboard.writeText(address);
  } else if (!(await openInBrowser(address))) {
    wait.abort(pageNotOpened);
  }
}
