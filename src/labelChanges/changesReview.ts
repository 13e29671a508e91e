import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify, notifyProgress } from '../commands/notify.ts';
import { allTabs } from '../commands/tabDocuments.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { ChangePlan, LabelChange } from '../core/labels/changes/changeSet.ts';
import { changedSince } from '../core/labels/changes/slicedPlan.ts';
import { changesTexts, labelHeading } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { commandIds } from '../ids.ts';
import { changedSideOf, type ReadOnlyTexts } from './readOnlyTexts.ts';

/** What is to be looked at before it is sent. */
export interface Review {
  readonly names: StatusNames;
  /** Title of the comparison. */
  readonly title: string;
  /** Returns what the user is asked beside a plan; names the account. */
  readonly questionFor: (plan: ChangePlan) => string;
  /** Plans what is wanted from the labels as they are now. */
  readonly planAnew: () => Promise<ChangePlan>;
}

/** Two texts, and what the user is asked beside them. */
export interface Comparison {
  readonly left: NamedText;
  readonly right: NamedText;
  readonly title: string;
  readonly question: string;
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** How many labels are named that have changed while a review was open. */
const namedLabels = 3;

/**
 * Shows changes in VS Code's own comparison of texts and asks whether to apply them: by a button in
 * the title of the tab, and by a notification that stays until there is an answer.
 */
export class ChangesReview implements Disposable {
  readonly #texts: ReadOnlyTexts;
  readonly #disposables = new DisposableStore();
  /** The reviews that wait for an answer, by the address of their changed side. */
  readonly #pending = new Map<string, (isAccepted: boolean) => void>();

  constructor(texts: ReadOnlyTexts) {
    this.#texts = texts;
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const key of closed.flatMap((tab) => keyOf(tab) ?? [])) {
          // Moved to another group, or shown in two, it is still open.
          if (tabsOf(key).length === 0) {
            this.#pending.get(key)?.(false);
          }
        }
      }),
    );
  }

  /**
   * Shows `plan` until the user applies what it is at that moment, and returns that; undefined if the user
   * does not. It is planned anew each time that it is applied: it may have been left open for long. Throws
   * what `planAnew` throws.
   */
  async agree(plan: ChangePlan, review: Review): Promise<ChangePlan | undefined> {
    let question = review.questionFor(plan);
    for (let shown = plan; ;) {
      if (!(await this.#ask(shown, review, question))) {
        return undefined;
      }
      const anew = await review.planAnew();
      const different = await changedSince(shown, anew);
      if (different.length === 0) {
        return anew;
      }
      question = vscode.l10n.t(
        'Since this was shown, labels have changed: {0}. {1}',
        namesOf(different),
        review.questionFor(anew),
      );
      if (anew.changes.length === 0) {
        await notify('information', question);
        return undefined;
      }
      shown = anew;
    }
  }

  /** Shows the changes. Resolves with true when the user applies them, and with false when the tab is closed. */
  async #ask(
    { changes }: ChangePlan,
    { names, title }: Review,
    question: string,
  ): Promise<boolean> {
    const { before, after } = await changesTexts(changes, names);
    return await this.ask({
      left: { name: vscode.l10n.t('Current'), text: before },
      right: { name: vscode.l10n.t('Proposed'), text: after },
      title,
      question,
    });
  }

  /** Shows a comparison. Resolves with true when the user applies it, and with false when its tab is closed. */
  async ask({ left, question, right, title }: Comparison): Promise<boolean> {
    const current = this.#texts.add(left.name, left.text);
    const proposed = this.#texts.add(right.name, right.text);
    const key = proposed.toString();
    const { promise: answer, resolve } = Promise.withResolvers<boolean>();
    this.#pending.set(key, resolve);
    try {
      const options: vscode.TextDocumentShowOptions = { preview: false };
      // VS Code 1.110 never says that it has opened a comparison that is closed meanwhile.
      await Promise.race([
        vscode.commands.executeCommand('vscode.diff', current, proposed, title, options),
        answer,
      ]);
      await askByNotification(question, key, answer, resolve);
      return await answer;
    } finally {
      this.#pending.delete(key);
      await vscode.window.tabGroups.close(tabsOf(key));
    }
  }

  /**
   * Applies the changes whose changed side has the address `key`, by default those in the active tab.
   * Says so if they no longer wait: the user can open a comparison again that was closed.
   */
  async apply(key?: string): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const active = tab === undefined ? undefined : keyOf(tab);
    const accept = this.#pending.get(key ?? active ?? '');
    if (accept === undefined) {
      const message = vscode.l10n.t('This comparison has ended. Run the command again.');
      await notify('information', message);
      return;
    }
    accept(true);
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const resolve of this.#pending.values()) {
      resolve(false);
    }
  }
}

/**
 * Asks in a notification with a link to apply and a button to cancel. Only one that shows progress can
 * be taken away once the question is answered elsewhere.
 */
async function askByNotification(
  question: string,
  key: string,
  answer: Promise<boolean>,
  resolve: (isAccepted: boolean) => void,
): Promise<void> {
  await notifyProgress(
    question,
    async (_progress, signal) => {
      signal.addEventListener('abort', () => resolve(false));
      await answer;
    },
    {
      title: vscode.l10n.t('Apply Changes'),
      command: commandIds.applyLabelChanges,
      commandArguments: [key],
    },
  );
}

/** What the labels are called, as far as there is room. */
function namesOf(changes: readonly LabelChange[]): string {
  const named = changes.slice(0, namedLabels).map(labelHeading);
  const others = changes.length - named.length;
  return [
    ...named,
    ...(others === 0 ? [] : [vscode.l10n.t('and {0} more', formatNumber(others))]),
  ].join(', ');
}

/** The key of the comparison that a tab shows. */
function keyOf(tab: vscode.Tab): string | undefined {
  return changedSideOf(tab)?.toString();
}

/** The tabs that show the comparison `key`. */
function tabsOf(key: string): readonly vscode.Tab[] {
  return allTabs().filter((tab) => keyOf(tab) === key);
}
