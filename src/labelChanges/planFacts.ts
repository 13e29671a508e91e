import * as vscode from 'vscode';
import { factOf, missingFacts } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import type { ChangePlan } from '../core/labels/changes/plan/changeSet.ts';
import type { CheckedPlan } from '../core/labels/changes/plan/sharedCodes.ts';

/** Sentences about the effect of a plan and the labels that it skips. */
export function planFacts(plan: ChangePlan): readonly string[] {
  return [changingFact(plan), ...skippedFacts(plan)];
}

/** Sentence about the number of labels that a plan changes. */
export function changingFact({ changes }: Pick<ChangePlan, 'changes'>): string {
  return countText(changes.length, {
    one: (count) => vscode.l10n.t('{0} label will change.', count),
    other: (count) => vscode.l10n.t('{0} labels will change.', count),
  });
}

/** Sentences about the labels that a plan skips, with the reasons. */
export function skippedFacts(plan: ChangePlan): readonly string[] {
  return [
    ...factOf(plan.unchanged, {
      one: (count) => vscode.l10n.t('{0} label already has the new values.', count),
      other: (count) => vscode.l10n.t('{0} labels already have the new values.', count),
    }),
    ...missingFacts(plan),
  ];
}

/** Sentence about the codes that a plan would give to several labels. */
export function sharedCodesFact({ sharedCodes }: CheckedPlan): readonly string[] {
  return factOf(sharedCodes.length, {
    one: (count) => vscode.l10n.t('Several labels would share {0} code.', count),
    other: (count) => vscode.l10n.t('Several labels would share {0} codes.', count),
  });
}
