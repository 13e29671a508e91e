import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import { outcomeKindNames, outcomeKinds } from '../core/labels/changes/labelOutcome.ts';
import { offeredSteps, type RunStep } from '../core/labels/changes/offeredSteps.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { commandIds } from '../ids.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { remedyStep } from './remedyStep.ts';

/** What the user wants done about a run, as a command. */
export interface ChangesWish {
  readonly command: string;
  readonly arguments: readonly unknown[];
}

interface SummaryOptions {
  /** Whose labels they are. */
  readonly account: string;
  /** What has happened before, if it is not a run that the user has just started. */
  readonly preface?: string;
  readonly texts: ReadOnlyTexts;
  readonly names: StatusNames;
}

/** Says what came of a run, and asks what is to be done about it; undefined if nothing. */
export async function showChangesSummary(
  record: RunRecord,
  { account, names, preface, texts }: SummaryOptions,
): Promise<ChangesWish | undefined> {
  const hasFailures = record.isOpen('retry');
  const hasRest = record.isOpen('goOn');
  const hasDetails = hasFailures || hasRest || record.counts.conflict > 0;
  const details = hasFailures ? vscode.l10n.t('Show Failures') : vscode.l10n.t('Show Details');
  const wishes = wishesFor(record);
  const buttons = [...(hasDetails ? [details] : []), ...wishes.keys()];
  const facts = joinSentences([...(preface === undefined ? [] : [preface]), countsText(record)]);
  const message = vscode.l10n.t('{0}: {1}', account, facts);
  for (;;) {
    const picked = await notify(hasDetails ? 'warning' : 'information', message, buttons);
    if (picked !== details) {
      return wishes.get(picked ?? '');
    }
    await texts.show(vscode.l10n.t('Result'), await resultText(record, names, formatNumber));
  }
}

/** How each step is offered. */
const steps = {
  retry: { title: () => vscode.l10n.t('Retry Failed'), command: commandIds.retryFailedChanges },
  goOn: { title: () => vscode.l10n.t('Go On'), command: commandIds.goOnWithChanges },
  undo: { title: () => vscode.l10n.t('Undo'), command: commandIds.undoLabelChanges },
} as const satisfies Record<RunStep, { title: () => string; command: string }>;

/** What can be done about a run, by the titles of the buttons: first what has to be done before. */
function wishesFor(record: RunRecord): ReadonlyMap<string, ChangesWish> {
  const { id, account } = record.header;
  const remedy = record.remedy();
  const wishes = new Map<string, ChangesWish>();
  if (remedy !== undefined) {
    const { command, title } = remedyStep(remedy, account.id);
    wishes.set(title, command);
  }
  for (const step of offeredSteps(record)) {
    const { command, title } = steps[step];
    wishes.set(title(), { command, arguments: [id] });
  }
  return wishes;
}

/** How many labels have which outcome; `isUnderWay`: while the run is carried out. */
export function countsText(record: RunRecord, isUnderWay = false): string {
  const beingSent = isUnderWay ? record.underWay.size : 0;
  const counts = { ...record.counts, uncertain: record.counts.uncertain - beingSent };
  const texts = outcomeKindNames
    .filter((kind) => kind === 'done' || counts[kind] > 0)
    .map((kind) =>
      kind === 'done'
        ? vscode.l10n.t('Labels changed: {0}.', formatNumber(counts[kind]))
        : vscode.l10n.t('{0}: {1}.', outcomeKinds[kind].title(), formatNumber(counts[kind])),
    );
  const sending = vscode.l10n.t('Being sent: {0}.', formatNumber(beingSent));
  return joinSentences([...texts, ...(beingSent === 0 ? [] : [sending])]);
}
