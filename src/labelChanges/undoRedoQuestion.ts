import * as vscode from 'vscode';
import { factOf, missingFacts } from '../commands/countFacts.ts';
import { formatDateTime } from '../commands/formatDate.ts';
import { countText } from '../commands/formatNumber.ts';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import type { CheckedPlan } from '../core/labels/changes/plan/sharedCodes.ts';
import type { UndoRedoPlan } from '../core/labels/changes/run/undoRedoPlan.ts';
import type { UndoRedoDirection } from '../core/labels/undoRedoDirection.ts';
import type { SendQuestion } from './agreed.ts';
import { sharedCodesFact } from './planFacts.ts';
import { quotedTitle } from './runTitle.ts';
import { namedLabels } from './sendQuestions.ts';

/** Plan of an undo or a redo, with the codes that it would give to several labels. */
export type CheckedUndoRedoPlan = UndoRedoPlan & CheckedPlan;

/** Texts of an undo or a redo. */
interface UndoRedoTexts {
  readonly button: () => string;
  readonly question: (title: string) => string;
  readonly changing: (count: number) => string;
  readonly nothing: () => string;
}

/** Texts of undo and redo. */
export const undoRedoTexts: Readonly<Record<UndoRedoDirection, UndoRedoTexts>> = {
  undo: {
    button: () => vscode.l10n.t('Undo'),
    question: (title) => vscode.l10n.t('Undo “{0}”?', title),
    changing: (labels) =>
      countText(labels, {
        one: (count) => vscode.l10n.t('{0} label goes back to its old value.', count),
        other: (count) => vscode.l10n.t('{0} labels go back to their old values.', count),
      }),
    nothing: () => vscode.l10n.t('There is nothing to undo now.'),
  },
  redo: {
    button: () => vscode.l10n.t('Redo'),
    question: (title) => vscode.l10n.t('Redo “{0}”?', title),
    changing: (labels) =>
      countText(labels, {
        one: (count) => vscode.l10n.t('{0} label changes again.', count),
        other: (count) => vscode.l10n.t('{0} labels change again.', count),
      }),
    nothing: () => vscode.l10n.t('There is nothing to redo now.'),
  },
};

/** Sentences about the effect of an undo or redo, and about skipped labels. */
export function undoRedoFacts(
  direction: UndoRedoDirection,
  plan: CheckedUndoRedoPlan,
): readonly string[] {
  return [
    undoRedoTexts[direction].changing(plan.changes.length),
    ...factOf(plan.changedSince, {
      one: (count) =>
        vscode.l10n.t('{0} label stays as it is, because somebody has changed it since.', count),
      other: (count) =>
        vscode.l10n.t(
          '{0} labels stay as they are, because somebody has changed them since.',
          count,
        ),
    }),
    ...factOf(plan.unchanged, {
      one: (count) => vscode.l10n.t('{0} label already has this value.', count),
      other: (count) => vscode.l10n.t('{0} labels already have these values.', count),
    }),
    ...factOf(plan.cannotBeEmptied, {
      one: (count) => vscode.l10n.t('{0} label had no value before and cannot be emptied.', count),
      other: (count) =>
        vscode.l10n.t('{0} labels had no value before and cannot be emptied.', count),
    }),
    ...missingFacts(plan),
    ...sharedCodesFact(plan),
  ];
}

/** Returns the question to ask before `plan` undoes or redoes the run; `account` owns the labels. */
export function undoRedoQuestion(
  direction: UndoRedoDirection,
  run: RunSummary,
  plan: CheckedUndoRedoPlan,
  account: string,
): SendQuestion {
  const { button, question } = undoRedoTexts[direction];
  return {
    message: question(quotedTitle(run)),
    detail: [
      account,
      vscode.l10n.t('Sent {0}.', formatDateTime(run.header.at)),
      ...undoRedoFacts(direction, plan),
      ...(plan.changes.length === 0 ? [] : ['', ...namedLabels(plan.changes)]),
    ],
    send: button(),
  };
}
