import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { SignedInAccounts } from '../accounts/signedInAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { Proposal } from '../core/labels/changes/proposal.ts';
import type { Log } from '../core/log/log.ts';
import type { SessionStore } from '../core/session/sessionStore.ts';
import { exportsOf } from './labelsApi.ts';
import type { ShownProposal } from './labelTools.ts';
import { registerLabelTools } from './registerLabelTools.ts';
import type { WorkforceExports } from './workforceApi.ts';

/** What programs and links can reach. */
export interface RegisterAgentsOptions {
  readonly accounts: SignedInAccounts;
  readonly connections: () => readonly { readonly name: string }[];
  readonly store: Pick<SessionStore, 'read'>;
  readonly openLabel: (account: AccountId, label: Label) => Promise<void>;
  /** Lets the user choose among the labels that a text finds. */
  readonly findLabels: (account: LabelAccount, text: string) => Promise<void>;
  /** Shows changes to the user, who alone can have them sent. */
  readonly propose: (
    account: LabelAccount,
    proposal: Proposal,
    proposer: 'languageModel' | 'extension',
  ) => Promise<ShownProposal>;
  readonly presentError: (error: unknown) => Promise<void>;
  readonly log: Log;
}

/** The ways in from outside. */
export interface Agents extends Disposable {
  /** What other extensions get. */
  readonly exports: WorkforceExports;
  /** Follows links to labels. */
  readonly links: vscode.UriHandler;
}

/** Offers the labels to language models, other extensions and links. */
export function registerAgents(options: RegisterAgentsOptions): Agents {
  const { accounts, connections, findLabels, log, openLabel, presentError, propose, store } =
    options;
  const tools = registerLabelTools({
    accounts,
    propose: async (account, proposal) => await propose(account, proposal, 'languageModel'),
    log,
  });
  return {
    exports: exportsOf({
      accounts,
      isAccessToken: async (account, token) => (await store.read(account))?.accessToken === token,
      openLabel,
      propose: async (account, proposal) => await propose(account, proposal, 'extension'),
    }),
    links: {
      handleUri: async (uri) => {
        try {
          const { followLabelLink } = await import('./labelLinks.ts');
          await followLabelLink(uri, {
            accounts,
            hasConnection: (name) => connections().some((each) => each.name === name),
            openLabel,
            findLabels,
            uiKind: vscode.env.uiKind,
          });
        } catch (error) {
          await presentError(error);
        }
      },
    },
    dispose: () => tools.dispose(),
  };
}
