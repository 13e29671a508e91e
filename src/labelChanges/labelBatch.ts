import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { importProblemsText } from '../core/labels/exchange/labelChangesText.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import { planStatus } from '../core/labels/changes/statusPlan.ts';
import { BatchTexts } from './batchTexts.ts';
import { ChangesReview } from './changesReview.ts';
import { ChangesRun } from './changesRun.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { exportToFile } from './exportToFile.ts';
import { readImportPlan } from './importFile.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import type { LabelBatchOptions } from './registerLabelBatch.ts';
import { confirmStatus } from './statusConfirmation.ts';

/** Work on many labels at once. What the user cancels is thrown as `CancelledError`. */
export class LabelBatch implements Disposable {
  readonly #options: LabelBatchOptions;
  readonly #resources = new DisposableStore();
  readonly #run: ChangesRun;
  readonly texts = this.#resources.add(new BatchTexts());
  readonly review = this.#resources.add(new ChangesReview(this.texts));

  constructor(options: LabelBatchOptions) {
    this.#options = options;
    this.#run = this.#resources.add(new ChangesRun({ ...options, texts: this.texts }));
  }

  /** See `RegisteredLabelBatch`. */
  async setStatus(account: LabelAccount, labels: readonly Label[]): Promise<void> {
    const title =
      labels.length === 1
        ? vscode.l10n.t('Set Status')
        : vscode.l10n.t('Set Status of {0} Labels', formatNumber(labels.length));
    const present = new Set(labels.flatMap(({ labelStatus }) => labelStatus ?? []));
    const status = await this.#options.pickStatus(title, Array.from(present));
    if (status === undefined) {
      return;
    }
    // What the user sees may be old: it must neither decide what is sent, nor come back by an undo.
    const wanted = new Map(labels.map(({ id, labelCode }) => [id, labelCode]));
    const current = await readCurrentLabels(account, wanted, this.#options.clock);
    const plan = planStatus(labels, status, current);
    const { updates } = plan;
    const names = this.#options.statusNames();
    const answer = await confirmStatus({ plan, status, names });
    const isAccepted =
      answer === 'review'
        ? await this.review.ask({
            updates,
            names,
            title,
            question: vscode.l10n.t('Labels to change: {0}.', formatNumber(updates.length)),
          })
        : answer === 'apply';
    if (isAccepted) {
      await this.#run.start(account, updates);
    }
  }

  /** See `RegisteredLabelBatch`. */
  async exportLabels(account: LabelAccount, filter: LabelFilter): Promise<void> {
    await exportToFile(account, filter, this.#options.statusNames());
  }

  /** See `RegisteredLabelBatch`. */
  async importLabels(account: LabelAccount): Promise<void> {
    const file = await readImportPlan(account, this.#options.clock);
    if (file === undefined) {
      return;
    }
    const { name, plan } = file;
    const { problems, unchanged, updates } = plan;
    if (problems.length > 0) {
      const list = importProblemsText(problems);
      await this.texts.show(vscode.l10n.t('Rows That Cannot Be Applied'), list);
    }
    const facts = [
      vscode.l10n.t('Labels to change: {0}.', formatNumber(updates.length)),
      ...(unchanged === 0
        ? []
        : [vscode.l10n.t('As in the file already: {0}.', formatNumber(unchanged))]),
      ...(problems.length === 0
        ? []
        : [vscode.l10n.t('Rows that cannot be applied: {0}.', formatNumber(problems.length))]),
    ].join(' ');
    if (updates.length === 0) {
      await vscode.window.showInformationMessage(facts);
      return;
    }
    const names = this.#options.statusNames();
    const title = vscode.l10n.t('Import {0}: Current and Proposed', name);
    if (await this.review.ask({ updates, names, title, question: facts })) {
      await this.#run.start(account, updates);
    }
  }

  /** See `RegisteredLabelBatch`. */
  async undo(key?: unknown): Promise<void> {
    await this.#run.undo(key);
  }

  dispose(): void {
    this.#resources.dispose();
  }
}
