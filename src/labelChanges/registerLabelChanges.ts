import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelUpdates } from '../accounts/labelUpdates.ts';
import type { SendReviewed } from '../accounts/reviewedSaves.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Proposal, ProposalAnswer, Proposer } from '../core/labels/changes/plan/proposal.ts';
import { labelChangesScheme, viewIds } from '../ids.ts';
import type { ChangesRow } from './changesRows.ts';
import type { LabelChangesOptions } from './createLabelChanges.ts';

/** Delay before the runs of new accounts are checked, in milliseconds, so that their labels load first. */
const headStart = 1000;

/**
 * Registers the Changes view and the texts of reviews. The rest, including the bulk commands and the proposals
 * of programs, is loaded on first use.
 */
export function registerLabelChanges(options: LabelChangesOptions) {
  const { accounts, clock, log, own } = options;
  const changes = new LazyValue(async () => {
    const { createLabelChanges } = await import('./createLabelChanges.ts');
    return createLabelChanges(options, {
      view,
      refreshRows: (rows) => onDidChangeRows.fire(rows),
    });
  });
  const onDidChangeRows = own(new vscode.EventEmitter<ChangesRow[] | undefined>());
  const view: vscode.TreeView<ChangesRow> = own(
    vscode.window.createTreeView(viewIds.changes, {
      treeDataProvider: {
        onDidChangeTreeData: onDidChangeRows.event,
        getChildren: async (row) => await (await changes.get()).rows.getChildren(row),
        getTreeItem: async (row) => (await changes.get()).rows.getTreeItem(row),
        getParent: async (row) => (await changes.get()).rows.getParent(row),
      },
    }),
  );
  own(
    view.onDidChangeVisibility(() => {
      // VS Code creates the tree when the view is first expanded, but lays it out only two seconds later.
      // Setting a message, even an empty one, makes it lay out at once.
      view.message = '';
    }),
  );
  own(
    vscode.workspace.registerTextDocumentContentProvider(labelChangesScheme, {
      provideTextDocumentContent: async (uri) =>
        (await changes.get()).texts.provideTextDocumentContent(uri),
    }),
  );
  const signedOut = new SignedOutAccounts(accounts);
  const checkRuns = async (): Promise<void> =>
    await (await changes.get()).checkRuns(signedOut.take());
  let scheduled: Disposable | undefined;
  own({ dispose: () => scheduled?.dispose() });
  own(
    accounts.onDidChange(() => {
      signedOut.note();
      scheduled ??= clock.schedule(headStart, () => {
        scheduled = undefined;
        checkRuns().catch((error: unknown) =>
          log.warn(`Changes could not be read: ${reasonOf(error)}`),
        );
      });
    }),
  );
  const updates: LabelUpdates = {
    prepare: () => {
      changes.get().then(
        ({ updates: loaded }) => loaded.prepare(),
        // A failure to load occurs again in `update`, which reports it.
        () => undefined,
      );
    },
    update: async (...edit) => await (await changes.get()).updates.update(...edit),
  };
  const sendReviewed: SendReviewed = async (save) => await (await changes.get()).sendReviewed(save);
  return {
    updates,
    sendReviewed,
    /** Returns the handlers of the bulk commands. */
    commands: async () => (await changes.get()).commands,
    /** Returns the label of a row in the Changes view; undefined if there is none, or the view is not loaded. */
    labelOfRow: (row: unknown) => changes.loaded?.labelOfRow(row),
    propose: async (
      account: LabelAccount,
      proposal: Proposal,
      proposer: Proposer,
    ): Promise<ProposalAnswer> => await (await changes.get()).propose(account, proposal, proposer),
  };
}

/** Accounts that were signed out, with their names, until the user is asked about them. */
class SignedOutAccounts {
  readonly #accounts: LabelAccounts;
  /** Signed-in accounts, with their names. */
  #present: ReadonlyMap<AccountId, string> = new Map();
  readonly #gone = new Map<AccountId, string>();

  constructor(accounts: LabelAccounts) {
    this.#accounts = accounts;
  }

  /** Updates the accounts; called after each change. */
  note(): void {
    const all = this.#accounts.all();
    const present = new Map(all.map((each) => [each.account.id, accountText(each)]));
    for (const [id, name] of this.#present) {
      this.#gone.set(id, name);
    }
    for (const id of present.keys()) {
      this.#gone.delete(id);
    }
    this.#present = present;
  }

  /** Returns all signed-out accounts and removes them from this object. */
  take(): ReadonlyMap<AccountId, string> {
    const gone = new Map(this.#gone);
    this.#gone.clear();
    return gone;
  }
}
