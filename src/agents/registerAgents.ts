import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Proposal, ProposalAnswer, Proposer } from '../core/labels/changes/plan/proposal.ts';
import type { Log } from '../core/log/log.ts';
import type { SessionStore } from '../core/session/sessionStore.ts';
import { toolNames } from '../ids.ts';
import { createExports } from './labelsApi.ts';
import type { LabelToolCallsOptions } from './labelToolCalls.ts';
import type { WorkforceExports } from './workforceApi.ts';

/** Dependencies of all entry points for programs. */
export interface RegisterAgentsOptions {
  readonly accounts: SignedInAccounts;
  readonly store: Pick<SessionStore, 'read'>;
  readonly openLabel: (account: AccountId, label: Label) => Promise<void>;
  /** Shows changes to the user. Only the user can send them. */
  readonly propose: (
    account: LabelAccount,
    proposal: Proposal,
    proposer: Proposer,
  ) => Promise<ProposalAnswer>;
  readonly log: Log;
}

/** Entry points for programs. */
export interface Agents extends Disposable {
  /** API for other extensions. */
  readonly exports: WorkforceExports;
}

/** Registers the entry points for language models and other extensions. */
export function registerAgents(options: RegisterAgentsOptions): Agents {
  const { accounts, log, openLabel, propose, store } = options;
  const tools = registerLabelTools({
    accounts,
    propose: async (account, proposal) => await propose(account, proposal, 'languageModel'),
    log,
  });
  return {
    exports: createExports({
      accounts,
      isAccessToken: async (account, token) => (await store.read(account))?.accessToken === token,
      openLabel,
      propose: async (account, proposal) => await propose(account, proposal, 'extension'),
    }),
    dispose: () => tools.dispose(),
  };
}

/** Registers the language model tools, which are loaded on first use. */
function registerLabelTools(options: LabelToolCallsOptions): Disposable {
  const registrations = new DisposableStore();
  const calls = new LazyValue(async () => {
    const { LabelToolCalls } = await import('./labelToolCalls.ts');
    return new LabelToolCalls(options);
  });
  for (const name of toolNames) {
    registrations.add(
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => await (await calls.get()).prepare(name, input),
        invoke: async ({ input }, token) => await (await calls.get()).invoke(name, input, token),
      }),
    );
  }
  return registrations;
}
