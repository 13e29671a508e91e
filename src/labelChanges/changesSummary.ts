import * as vscode from 'vscode';
import { factOf } from '../commands/countFacts.ts';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { Remedy } from '../core/errors/remedy.ts';
import { outcomeKindNames, outcomeKinds } from '../core/labels/changes/journal/labelOutcome.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { commandIds } from '../ids.ts';
import { notify, type ButtonEffect } from '../surfaces/notify.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { remedyStep } from './remedyStep.ts';
import { runTitle } from './runTitle.ts';

/** Command that the user chose for a run. */
export interface FollowUpCommand {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

interface SummaryOptions {
  /** Account of the labels, for display. */
  readonly account: string;
  /** Sentence about the context; undefined if the user has just started the run. */
  readonly preface?: string;
  readonly texts: ReadOnlyTexts;
  readonly names: StatusNames;
  readonly signInNotifications: Pick<SignInNotifications, 'show'>;
  /** Returns the time of the last renewal of the account's session; undefined if it is signed out. */
  readonly renewedAt: () => number | undefined;
}

/** Shows the outcome of a run, and returns the command chosen by the user; undefined if there is none. */
export async function showChangesSummary(
  record: RunRecord,
  { account, names, preface, renewedAt, signInNotifications, texts }: SummaryOptions,
): Promise<FollowUpCommand | undefined> {
  const hasFailures = record.isOpen('retry');
  const hasRest = record.isOpen('resume');
  const hasDetails = hasFailures || hasRest || record.counts.conflict > 0;
  const details = hasFailures ? vscode.l10n.t('Show Failures') : vscode.l10n.t('Show Details');
  const facts = joinSentences([...(preface === undefined ? [] : [preface]), countsText(record)]);
  // A preface already names the run.
  const message =
    preface === undefined
      ? vscode.l10n.t('{0}, {1}: {2}', runTitle(record), account, facts)
      : vscode.l10n.t('{0}: {1}', account, facts);
  for (;;) {
    const remedy = record.remedy(renewedAt());
    const wishes = commandsFor(record, remedy);
    const buttons: Record<string, ButtonEffect> = hasDetails ? { [details]: 'shows' } : {};
    for (const wish of wishes.keys()) {
      buttons[wish] = 'asks';
    }
    const picked = await (remedy?.kind === 'signIn'
      ? signInNotifications.show(message, buttons, { account: record.header.account.id })
      : notify(hasDetails ? 'warning' : 'information', message, buttons));
    if (picked === details) {
      await texts.show(vscode.l10n.t('Result'), await resultText(record, names, formatNumber));
    } else if (picked !== undefined || record.remedy(renewedAt()) === remedy) {
      return wishes.get(picked ?? '');
    }
    // Otherwise, the account was signed in again: offer the actions that are possible now.
  }
}

/** Buttons of the actions, with their commands. */
const actions = {
  retry: { title: () => vscode.l10n.t('Retry Failed'), command: commandIds.retryFailedChanges },
  resume: { title: () => vscode.l10n.t('Resume'), command: commandIds.resumeChanges },
  undo: { title: () => vscode.l10n.t('Undo'), command: commandIds.undoLabelChanges },
  redo: { title: () => vscode.l10n.t('Redo'), command: commandIds.redoLabelChanges },
} as const satisfies Record<
  ReturnType<RunRecord['offeredActions']>[number],
  { title: () => string; command: string }
>;

/** Returns the commands available for a run, by button title, the required one first. */
function commandsFor(
  record: RunRecord,
  remedy: Remedy | undefined,
): ReadonlyMap<string, FollowUpCommand> {
  const { id, account } = record.header;
  const wishes = new Map<string, FollowUpCommand>();
  if (remedy !== undefined) {
    const { command, title } = remedyStep(remedy, account.id);
    wishes.set(title, command);
  }
  for (const action of record.offeredActions(remedy)) {
    const { command, title } = actions[action];
    wishes.set(title(), { command, arguments: [id] });
  }
  return wishes;
}

/** Returns the counts of labels by outcome. `isUnderWay`: true while the run is being carried out. */
export function countsText(run: RunSummary, isUnderWay = false): string {
  const beingSent = isUnderWay ? run.underWayCount : 0;
  const counts = { ...run.counts, uncertain: run.counts.uncertain - beingSent };
  const texts = outcomeKindNames
    .filter((kind) => kind === 'done' || counts[kind] > 0)
    .map((kind) =>
      kind === 'done'
        ? countText(counts[kind], {
            one: (count) => vscode.l10n.t('{0} label changed.', count),
            other: (count) => vscode.l10n.t('{0} labels changed.', count),
          })
        : vscode.l10n.t('{0}: {1}.', outcomeKinds[kind].title(), formatNumber(counts[kind])),
    );
  const sending = factOf(beingSent, {
    one: (count) => vscode.l10n.t('{0} label is being sent.', count),
    other: (count) => vscode.l10n.t('{0} labels are being sent.', count),
  });
  return joinSentences([...texts, ...sending]);
}
