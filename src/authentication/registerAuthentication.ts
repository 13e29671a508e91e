import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { Event } from '../core/async/event.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Log } from '../core/log/log.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import { authenticationProviderId } from '../ids.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import { CallbackUriHandler } from './callbackUriHandler.ts';
import type { CodeMeaning } from './codeOffers.ts';
import { SessionNotifications } from './sessionNotifications.ts';
import type { SignIn, SignInQuestions } from './signIn.ts';
import { SignInMemory } from './signInMemory.ts';
import { SignInStatusBarItem } from './signInStatusBarItem.ts';
import { WorkforceAuthenticationProvider } from './workforceAuthenticationProvider.ts';

/** Dependencies of signing in. */
export interface RegisterAuthenticationOptions {
  readonly sessionParts: SessionParts;
  readonly accounts: LabelAccounts;
  readonly questions: LazyValue<Omit<SignInQuestions, 'leaveOut'>>;
  readonly signOut: (account: AccountId) => Promise<void>;
  /** Shows an error with its next step. */
  readonly presentError: (error: unknown) => Promise<void>;
  readonly signInNotifications: SignInNotifications;
  /** Returns the envelope codes in the settings, by meaning. */
  readonly codes: Readonly<Record<CodeMeaning, () => readonly number[]>>;
  /** Fires when a code has turned out to mean a rejected access token. */
  readonly onDidLearnUnauthorizedCode: Event<number>;
  /** State shared by all windows: `globalState`. */
  readonly globalMemento: vscode.Memento;
  /** State of this window: `workspaceState`. */
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  readonly log: Log;
}

/** Parts that guide the user through a sign-in. */
interface SignInParts {
  readonly signIn: SignIn;
  readonly browserSignIn: BrowserSignIn;
}

/** Sign-in functions of this window. */
export interface Authentication extends Disposable {
  /** Loaded with the first sign-in. */
  readonly signInParts: LazyValue<SignInParts>;
  /** Handles redirects from the browser. */
  readonly callbackUriHandler: CallbackUriHandler;
}

/** Registers the accounts with VS Code, and the status bar item and notifications about sign-ins. */
export function registerAuthentication(options: RegisterAuthenticationOptions): Authentication {
  const { accounts, clock, log, presentError, questions, sessionParts } = options;
  const { codes, globalMemento, memento, signInNotifications, signOut } = options;
  const { authorizationCodeFlow, sessions, store } = sessionParts;
  const disposables = new DisposableStore();
  const memory = new SignInMemory(memento);
  const signInParts = new LazyValue(async () => {
    const { BrowserSignIn } = await import('./browserSignIn.ts');
    const { SignIn } = await import('./signIn.ts');
    const browserSignIn = new BrowserSignIn({
      authorizationCodeFlow: await authorizationCodeFlow.get(),
      presentError,
      memory,
      clock,
    });
    const { leaveOutScopes } = await import('./leaveOutScopes.ts');
    const asked: SignInQuestions = {
      ...(await questions.get()),
      leaveOut: async (...scopes) => await leaveOutScopes(...scopes, signInNotifications),
    };
    return { browserSignIn, signIn: new SignIn(browserSignIn, sessions, asked) };
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
  const codeOffers = new LazyValue(async () => {
    const { ErrorCodeOffers } = await import('./codeOffers.ts');
    return new ErrorCodeOffers(codes, globalMemento);
  });
  const offerCode = (meaning: CodeMeaning, code: number): void => {
    codeOffers
      .get()
      .then(async (offers) => await offers.offer(meaning, code))
      .catch(presentError);
  };
  disposables.add(
    sessionParts.onDidSettleDoubt(({ envelopeCode }) => {
      if (envelopeCode !== undefined) {
        offerCode('invalidGrantCodes', envelopeCode);
      }
    }),
  );
  disposables.add(
    options.onDidLearnUnauthorizedCode((code) => offerCode('unauthorizedCodes', code)),
  );
  disposables.add(new SessionNotifications({ ...sessionParts, ...options }, presentError));
  disposables.add(
    vscode.authentication.registerAuthenticationProvider(
      authenticationProviderId,
      'Workforce',
      provider,
      { supportsMultipleAccounts: true },
    ),
  );
  const { interrupted } = memory;
  if (interrupted !== undefined) {
    const offer = async (): Promise<void> => {
      const { offerToPaste } = await import('./offerToPaste.ts');
      await memory.remove(interrupted);
      await offerToPaste(interrupted, await authorizationCodeFlow.get());
    };
    offer().catch(presentError);
  }
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
