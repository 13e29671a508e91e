import * as vscode from 'vscode';
import type { ChangePlan } from '../core/labels/changes/plan/changeSet.ts';
import type { CountTexts } from '../core/text/countTextIn.ts';
import { countText, formatNumber } from './formatNumber.ts';

/** Formats a number of labels for display. */
export function labelCount(count: number): string {
  return countText(count, {
    one: (text) => vscode.l10n.t('{0} label', text),
    other: (text) => vscode.l10n.t('{0} labels', text),
  });
}

/** Sentence about a count in the plural form; empty for 0. */
export function factOf(count: number, texts: CountTexts): readonly string[] {
  return count === 0 ? [] : [countText(count, texts)];
}

/** Sentence about labels that the service counted but did not list; empty if `missing` is 0. */
export function notListedFact(missing: number): readonly string[] {
  return missing === 0 ? [] : [notListedText(missing)];
}

/** Sentence about labels that no longer exist; empty if `gone` is 0. */
export function goneFact(gone: number): readonly string[] {
  return factOf(gone, {
    one: (count) => vscode.l10n.t('{0} label no longer exists.', count),
    other: (count) => vscode.l10n.t('{0} labels no longer exist.', count),
  });
}

/** Sentences about the labels that a plan could not find. */
export function missingFacts({
  gone,
  unknown,
}: Pick<ChangePlan, 'gone' | 'unknown'>): readonly string[] {
  return [
    ...goneFact(gone.length),
    ...factOf(unknown.length, {
      one: (count) =>
        vscode.l10n.t('{0} label was not found, but the list of the service is incomplete.', count),
      other: (count) =>
        vscode.l10n.t(
          '{0} labels were not found, but the list of the service is incomplete.',
          count,
        ),
    }),
  ];
}

/** Sentence about the labels that the service counted but did not list. */
export function notListedText(missing: number): string {
  return countText(missing, {
    one: (count) => vscode.l10n.t('The service left {0} label out of its list.', count),
    other: (count) => vscode.l10n.t('The service left {0} labels out of its list.', count),
  });
}

/** Returns the text for the number of shown labels, and of all labels if that differs. */
export function shownCountText(shown: number, all: number): string {
  return shown === all
    ? labelCount(all)
    : countText(all, {
        one: (count) => vscode.l10n.t('{0} of {1} label', formatNumber(shown), count),
        other: (count) => vscode.l10n.t('{0} of {1} labels', formatNumber(shown), count),
      });
}
