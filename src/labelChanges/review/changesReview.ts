import * as vscode from 'vscode';
import { accountText } from '../../accounts/accountText.ts';
import type { LabelAccount } from '../../accounts/labelAccounts.ts';
import { factOf } from '../../commands/countFacts.ts';
import { textLanguage } from '../../commands/textLanguage.ts';
import type { Clock } from '../../core/async/clock.ts';
import { type Disposable, DisposableStore } from '../../core/async/disposable.ts';
import type { LazyValue } from '../../core/async/lazyValue.ts';
import type { LabelChange } from '../../core/labels/changes/plan/changeSet.ts';
import { comparePlans } from '../../core/labels/changes/plan/planDifference.ts';
import type { CheckedPlan } from '../../core/labels/changes/plan/sharedCodes.ts';
import { type ReviewPart, ReviewRows } from '../../core/labels/changes/review/reviewRows.ts';
import { fieldValueText, type StatusNames } from '../../core/labels/statusNames.ts';
import type { Log } from '../../core/log/log.ts';
import { joinSentences } from '../../core/text/joinSentences.ts';
import { surfaceText } from '../../core/text/surfaceText.ts';
import { reviewViewType } from '../../ids.ts';
import { GridPanel } from '../../labelGrid/gridPanel.ts';
import { notify } from '../../surfaces/notify.ts';
import type { WebviewAssets } from '../../webview/webviewPage.ts';
import { Agreed } from '../agreed.ts';
import type { BulkChangeRunner } from '../bulkChangeRunner.ts';
import {
  type ReviewChoices,
  ReviewGrid,
  type ReviewGridOptions,
  type ReviewPartTexts,
  type ReviewPress,
} from './reviewGrid.ts';

/** Choices at the head of a review, each combination of which has a plan. */
interface PlanChoices<Plan> extends ReviewChoices {
  /** Plans the changes for the chosen ids, from the labels read for the review. */
  readonly planFor: (chosen: ReadonlySet<string>) => Promise<Plan>;
}

/** Changes to review before they are sent. */
export interface Review<Plan extends CheckedPlan, Subject> {
  readonly title: string;
  readonly account: LabelAccount;
  /** Returns sentences about the effect of a plan and the labels that it skips. */
  readonly factsOf: (plan: Plan) => readonly string[];
  /** Title of the facet that shows only the changes, if there are other sections. */
  readonly changesTitle?: string;
  /** Sections of the review in addition to the changes. */
  readonly parts?: readonly (ReviewPart & ReviewPartTexts)[];
  /** Choices on which the plan depends; initially, all are chosen. */
  readonly choices?: PlanChoices<Plan>;
  /** Plans the wanted changes again, from the current labels; `account` is its current object. */
  readonly replan: (account: LabelAccount) => Promise<Plan>;
  /** Returns what the user agrees to: the ticked changes of a plan. */
  readonly subjectOf: (plan: Plan, ticked: readonly LabelChange[]) => Subject;
}

/** A plan, and the rows that show it. */
interface PlannedRows<Plan> {
  plan: Plan;
  readonly rows: ReviewRows;
}

/** Dependencies of reviews. */
export interface ChangesReviewOptions {
  readonly clock: Clock;
  readonly gridAssets: Pick<LazyValue<WebviewAssets>, 'get'>;
  readonly log: Log;
  readonly runs: Pick<BulkChangeRunner, 'writableAccountOf'>;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
  readonly presentError: (error: unknown) => Promise<void>;
}

/** Shows planned changes in a grid until the user applies the ticked ones or closes it. */
export class ChangesReview implements Disposable {
  readonly #options: ChangesReviewOptions;
  readonly #open = new Set<vscode.WebviewPanel>();

  constructor(options: ChangesReviewOptions) {
    this.#options = options;
  }

  /**
   * Shows `plan` until the user applies or closes it. Returns the agreement to the ticked changes; undefined
   * if the user closes it. The review may have been open for a long time, so pressing the button plans the
   * changes again; changes that differ are shown before anything is sent. If nothing can be sent, for example
   * after a sign-out, the review stays open. If the account is read-only, the review has no such button, and
   * this returns at once.
   */
  async agree<Plan extends CheckedPlan, Subject>(
    plan: Plan,
    review: Review<Plan, Subject>,
  ): Promise<Agreed<Subject> | undefined> {
    const names = this.#options.statusNames();
    const account = accountText(review.account);
    const rows = await ReviewRows.of(plan, {
      textOf: (field, value) => fieldValueText(field, value, names),
      locale: textLanguage(),
      parts: review.parts ?? [],
    });
    const reviewed = { plan, rows };
    const gridOf = (more: Pick<ReviewGridOptions, 'press' | 'readOnly'>): ReviewGrid =>
      this.#gridOf(reviewed, review, { ...more, account, names });
    if (review.account.readOnly !== undefined) {
      const readOnly = vscode.l10n.t('{0} is read-only: nothing can be applied.', account);
      await this.#show(gridOf({ readOnly }), review.title);
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<Agreed<Subject> | undefined>();
    const apply = async (press: ReviewPress): Promise<void> => {
      const shown = { ...reviewed.plan, changes: rows.ticked };
      const { id: accountId } = review.account.account;
      const newPlan = await review.replan(this.#options.runs.writableAccountOf(accountId));
      const { leftOut: left } = rows;
      const difference = await comparePlans(shown, newPlan);
      const changed = difference.changed.filter(({ id }) => !left.has(id));
      const dropped = difference.dropped.filter(({ id }) => !left.has(id)).length;
      reviewed.plan = newPlan;
      if (changed.length === 0 && dropped === 0) {
        const ticked = newPlan.changes.filter(({ id }) => !left.has(id));
        resolve(Agreed.pressed(press, review.subjectOf(newPlan, ticked)));
        return;
      }
      if (newPlan.changes.length === 0) {
        await notify('information', joinSentences([account, ...review.factsOf(newPlan)]));
        resolve(undefined);
        return;
      }
      await rows.replace(
        newPlan,
        changed.map(({ id }) => id),
      );
      grid.answer(joinSentences(differenceFacts(changed.length, dropped)));
    };
    const press = async (pressed: ReviewPress): Promise<void> => {
      if (pressed.button === 'cancel') {
        resolve(undefined);
        return;
      }
      try {
        await grid.whileBusy(async () => await apply(pressed));
      } catch (error) {
        // Keep the review open, so that the user can press the button again.
        await this.#options.presentError(error);
      }
    };
    const grid = gridOf({ press });
    const panel = await this.#show(grid, review.title);
    panel.onDidDispose(() => resolve(undefined));
    try {
      return await promise;
    } finally {
      panel.dispose();
    }
  }

  dispose(): void {
    for (const panel of this.#open) {
      panel.dispose();
    }
  }

  #gridOf<Plan extends CheckedPlan>(
    planned: PlannedRows<Plan>,
    { choices, factsOf, ...review }: Review<Plan, unknown>,
    more: Pick<ReviewGridOptions, 'account' | 'names' | 'press' | 'readOnly'>,
  ): ReviewGrid {
    const { rows } = planned;
    let newest: ReadonlySet<string>;
    const choose = async (chosen: ReadonlySet<string>): Promise<void> => {
      newest = chosen;
      const plan = await choices?.planFor(chosen);
      if (plan !== undefined && newest === chosen) {
        planned.plan = plan;
        await rows.replace(plan, []);
      }
    };
    const { clock } = this.#options;
    const facts = (): readonly string[] =>
      factsOf(rows.leftOut.size === 0 ? planned.plan : { ...planned.plan, changes: rows.ticked });
    return new ReviewGrid({ ...review, ...more, clock, rows, facts, choices, choose });
  }

  async #show(content: ReviewGrid, title: string): Promise<vscode.WebviewPanel> {
    const { gridAssets, log } = this.#options;
    const assets = await gridAssets.get();
    const panel = vscode.window.createWebviewPanel(
      reviewViewType,
      surfaceText('tabTitle', title),
      vscode.ViewColumn.Active,
    );
    const parts = new DisposableStore();
    parts.add(content);
    parts.add(new GridPanel({ panel, content, assets, log }));
    this.#open.add(panel);
    panel.onDidDispose(() => {
      this.#open.delete(panel);
      parts.dispose();
    });
    return panel;
  }
}

/** Sentences about changes that differ from those shown when the button was pressed, or that no longer apply. */
function differenceFacts(changed: number, dropped: number): readonly string[] {
  if (changed === 0) {
    return factOf(dropped, {
      one: (count) =>
        vscode.l10n.t(
          'Nothing was sent: {0} change no longer applies, and its row is gone. Check the rest, and apply again.',
          count,
        ),
      other: (count) =>
        vscode.l10n.t(
          'Nothing was sent: {0} changes no longer apply, and their rows are gone. Check the rest, and apply again.',
          count,
        ),
    });
  }
  return [
    ...factOf(changed, {
      one: (count) =>
        vscode.l10n.t(
          'Nothing was sent: {0} label has changed since the review was opened. Check the first rows, and apply again.',
          count,
        ),
      other: (count) =>
        vscode.l10n.t(
          'Nothing was sent: {0} labels have changed since the review was opened. Check the first rows, and apply again.',
          count,
        ),
    }),
    ...factOf(dropped, {
      one: (count) => vscode.l10n.t('{0} change no longer applies.', count),
      other: (count) => vscode.l10n.t('{0} changes no longer apply.', count),
    }),
  ];
}
