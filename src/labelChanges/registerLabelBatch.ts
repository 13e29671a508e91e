import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import type { Log } from '../core/log/log.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { labelChangesScheme } from '../ids.ts';

/** What it takes to work on many labels at once. */
export interface LabelBatchOptions {
  /** Names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Lets the user choose a status, `present` ones among them; undefined where the user leaves. */
  readonly pickStatus: (title: string, present: readonly number[]) => Promise<number | undefined>;
  /** The account as it is now; undefined where the user has signed out of it. */
  readonly findAccount: (id: AccountId) => LabelAccount | undefined;
  readonly clock: Clock;
  readonly log: Log;
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
  /** Brings back the values that the changes `key`, by default the last ones, have replaced. */
  undo(key?: unknown): Promise<void>;
}

/** Registers the texts that show changes with VS Code. Nothing else is loaded until it is used. */
export function registerLabelBatch(options: LabelBatchOptions): RegisteredLabelBatch {
  const disposables = new DisposableStore();
  const batch = new LazyValue(async () => {
    const { LabelBatch } = await import('./labelBatch.ts');
    return disposables.add(new LabelBatch(options));
  });
  disposables.add(
    vscode.workspace.registerTextDocumentContentProvider(labelChangesScheme, {
      // A tab that was opened again after it was closed, or in another window, has no text any more.
      provideTextDocumentContent: (uri) =>
        batch.loaded?.texts.textOf(uri) ??
        vscode.l10n.t('This text ended when its tab or window was closed. Run the command again.'),
    }),
  );
  return {
    setStatus: async (account, labels) => await (await batch.get()).setStatus(account, labels),
    exportLabels: async (account, filter) => {
      await (await batch.get()).exportLabels(account, filter);
    },
    importLabels: async (account) => await (await batch.get()).importLabels(account),
    applyReviewed: async (key) => await (await batch.get()).review.apply(key),
    undo: async (key) => await (await batch.get()).undo(key),
    dispose: () => disposables.dispose(),
  };
}
