import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Log } from '../core/log/log.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import { authenticationProviderId } from '../ids.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import { CallbackUriHandler } from './callbackUriHandler.ts';
import { SessionNotifications } from './sessionNotifications.ts';
import type { SignIn, SignInQuestions } from './signIn.ts';
import { SignInStatusBarItem } from './signInStatusBarItem.ts';
import { WorkforceAuthenticationProvider } from './workforceAuthenticationProvider.ts';

/** What signing in needs. */
export interface RegisterAuthenticationOptions {
  readonly sessionParts: SessionParts;
  readonly accounts: LabelAccounts;
  readonly questions: LazyValue<SignInQuestions>;
  readonly signOut: (account: AccountId) => Promise<void>;
  /** Shows an error with its next step. */
  readonly presentError: (error: unknown, retry?: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What leads a person through a sign-in. */
export interface SignInParts {
  readonly signIn: SignIn;
  readonly browserSignIn: BrowserSignIn;
}

/** The ways to sign in from this window. */
export interface Authentication extends Disposable {
  /** Loaded when somebody signs in. */
  readonly signInParts: LazyValue<SignInParts>;
  /** Receives the browser's return. */
  readonly callbackUriHandler: CallbackUriHandler;
}

/**
 * Registers the accounts with VS Code, and what keeps the user informed about sign-ins: the item in the
 * status bar and the notifications.
 */
export function registerAuthentication(options: RegisterAuthenticationOptions): Authentication {
  const { accounts, clock, log, presentError, questions, sessionParts, signOut } = options;
  const { authorizationCodeFlow, sessions, store } = sessionParts;
  const disposables = new DisposableStore();
  const signInParts = new LazyValue(async () => {
    const { BrowserSignIn } = await import('./browserSignIn.ts');
    const { SignIn } = await import('./signIn.ts');
    const browserSignIn = new BrowserSignIn(
      await authorizationCodeFlow.get(),
      async (error) => await presentError(error),
    );
    return { browserSignIn, signIn: new SignIn(browserSignIn, sessions, await questions.get()) };
  });
  const provider = disposables.add(
    new WorkforceAuthenticationProvider({
      sessions,
      store,
      signOut,
      signIn: async (scopes, account) => {
        const { signIn } = await signInParts.get();
        return await signIn.signIn({ scopes, ...(account === undefined ? {} : { account }) });
      },
      log,
    }),
  );
  disposables.add(new SignInStatusBarItem(accounts));
  disposables.add(new SessionNotifications({ ...sessionParts, accounts, clock }, presentError));
  disposables.add(
    vscode.authentication.registerAuthenticationProvider(
      authenticationProviderId,
      'Workforce',
      provider,
      { supportsMultipleAccounts: true },
    ),
  );
  return {
    signInParts,
    callbackUriHandler: new CallbackUriHandler(
      { finish: async (callback) => await (await authorizationCodeFlow.get()).finish(callback) },
      presentError,
      vscode.env.uiKind,
    ),
    dispose: () => disposables.dispose(),
  };
}
