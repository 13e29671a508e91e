import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/base/account.ts';
import type { Clock } from '../core/base/clock.ts';
import { DisposableStore, type Disposable } from '../core/base/disposable.ts';
import type { LabelAccount } from '../core/labels/labelAccounts.ts';
import type { LabelFilter } from '../core/labels/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { labelChangesScheme } from '../ids.ts';
import type { LabelBatch } from './labelBatch.ts';

/** What it takes to work on many labels at once. */
export interface LabelBatchOptions {
  /** Names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Lets the user choose a status, `present` ones among them; undefined where the user leaves. */
  readonly pickStatus: (title: string, present: readonly number[]) => Promise<number | undefined>;
  /** The account as it is now; undefined where the user has signed out of it. */
  readonly findAccount: (id: AccountId) => LabelAccount | undefined;
  readonly clock: Clock;
}

/** Work on many labels at once, as the rest of the extension sees it. */
export interface RegisteredLabelBatch extends Disposable {
  /** Gives labels of one account another status. */
  setStatus(account: LabelAccount, labels: readonly Label[]): Promise<void>;
  /** Writes what `filter` matches to a file. */
  exportLabels(account: LabelAccount, filter: LabelFilter): Promise<void>;
  /** Changes labels as a file says. */
  importLabels(account: LabelAccount): Promise<void>;
  /** Applies the changes of the comparison `key`, by default of the one in the active tab. */
  applyReviewed(key?: unknown): Promise<void>;
  /** Brings back the values that the last changes have replaced. */
  undo(): Promise<void>;
}

/** Registers the texts that show changes with VS Code. Nothing else is loaded until it is used. */
export function registerLabelBatch(options: LabelBatchOptions): RegisteredLabelBatch {
  const disposables = new DisposableStore();
  let loading: Promise<LabelBatch> | undefined;
  const load = async (): Promise<LabelBatch> => {
    loading ??= import('./labelBatch.ts').then(({ LabelBatch: Batch }) =>
      disposables.add(new Batch(options)),
    );
    return await loading;
  };
  disposables.add(
    vscode.workspace.registerTextDocumentContentProvider(labelChangesScheme, {
      // A tab that VS Code has brought back after a reload: its text is gone with the window.
      provideTextDocumentContent: async (uri) =>
        (await loading)?.texts.textOf(uri) ?? vscode.l10n.t('This text is no longer there.'),
    }),
  );
  return {
    setStatus: async (account, labels) => await (await load()).setStatus(account, labels),
    exportLabels: async (account, filter) => await (await load()).exportLabels(account, filter),
    importLabels: async (account) => await (await load()).importLabels(account),
    applyReviewed: async (key) => (await load()).review.apply(key),
    undo: async () => await (await load()).undo(),
    dispose: () => disposables.dispose(),
  };
}
