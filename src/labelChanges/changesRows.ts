import { basename } from 'node:path';
import * as vscode from 'vscode';
import { formatDateTime, formatDay } from '../commands/formatDate.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Remedy } from '../core/errors/remedy.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import {
  type LabelOutcome,
  outcomeKindNames,
  outcomeKinds,
  type ResendAction,
} from '../core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../core/labels/changes/journal/recordedChain.ts';
import type { RunChainSummary } from '../core/labels/changes/journal/runChainSummary.ts';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import { fieldText, outcomeLines, valueText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { UndoRedoDirection } from '../core/labels/undoRedoDirection.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { treeItem } from '../surfaces/treeItem.ts';
import { countsText } from './changesSummary.ts';
import { remedyStep } from './remedyStep.ts';
import { runTitle } from './runTitle.ts';
import type { UndoRedoSubject } from './undoRedo.ts';

/** Row of the Changes view. */
export type ChangesRow =
  | UnreadableRunRow
  | DayRow
  | RunRow
  | RemedyRow
  | ChangedLabelRow
  | LabelRangeRow;

/** Row of a file that contains no readable run. */
export class UnreadableRunRow {
  readonly kind = 'unreadable';
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  treeItem(): vscode.TreeItem {
    const label = vscode.l10n.t('Changes that cannot be read');
    const reason = vscode.l10n.t(
      'This file is damaged, cannot be opened, or comes from a later version.',
    );
    const item = treeItem({
      label,
      description: displayText(basename(this.path)),
      tooltip: [label, reason, displayText(this.path)],
      spoken: [label, reason].join(', '),
    });
    item.id = this.path;
    item.iconPath = new vscode.ThemeIcon(
      'warning',
      new vscode.ThemeColor('list.warningForeground'),
    );
    item.contextValue = 'unreadable';
    return item;
  }
}

/** The runs of one day, newest first. */
export class DayRow {
  readonly kind = 'day';
  /** Day, in the format of `dayOf`. */
  readonly day: string;
  readonly #isUnfolded: boolean;
  #runs: readonly RunRow[] = [];
  #title = '';

  /** `isUnfolded`: true if the row is expanded by default. */
  constructor(day: string, isUnfolded: boolean) {
    this.day = day;
    this.#isUnfolded = isUnfolded;
  }

  get runs(): readonly RunRow[] {
    return this.#runs;
  }

  /** Sets the runs of the day, described as of the time `now`. Returns whether the row has changed. */
  take(runs: readonly RunRow[], now: number): boolean {
    const [before, title] = [this.#runs, this.#title];
    this.#runs = runs;
    const [first] = runs;
    this.#title = first === undefined ? '' : formatDay(first.chain.root.header.at, now);
    const isSameList =
      runs.length === before.length && runs.every((row, index) => row === before[index]);
    return !isSameList || title !== this.#title;
  }

  treeItem(): vscode.TreeItem {
    const item = treeItem(
      { label: this.#title },
      this.#isUnfolded
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = this.day;
    item.contextValue = 'day';
    return item;
  }
}

/** Circumstances that prevent sending labels of a run. */
interface RunCircumstances {
  /** True while a window carries out the run, or an undo or redo of it. */
  readonly isUnderWay: boolean;
  /** True if the account is read-only. */
  readonly isReadOnly: boolean;
}

/** State of a run. */
interface RunState extends Pick<RunCircumstances, 'isReadOnly'> {
  /** The run with its undos and redos. */
  readonly chain: RunChainSummary;
  /** Account of the labels. */
  readonly account: string;
  /** Time of the last renewal of the account's session; undefined if the account is signed out. */
  readonly renewedAt: number | undefined;
  /** Age of the run, for display. */
  readonly age: string;
}

/**
 * Row of a run: its title, account, time and outcomes. An undo or redo changes this row instead of adding
 * one, so that nothing moves under the pointer.
 */
export class RunRow {
  readonly kind = 'run';
  #state: RunState;
  #revisions: readonly number[];

  constructor(state: RunState) {
    this.#state = state;
    this.#revisions = revisionsOf(state.chain);
  }

  get chain(): RunChainSummary {
    return this.#state.chain;
  }

  /** Updates the state. Returns the extent of the change: none, progress only, or more. */
  take(state: RunState): 'none' | 'progress' | 'more' {
    const [before, revisions] = [this.#state, this.#revisions];
    this.#state = state;
    this.#revisions = revisionsOf(state.chain);
    const isOther =
      state.account !== before.account ||
      state.age !== before.age ||
      state.chain.latest.header.id !== before.chain.latest.header.id ||
      state.chain.latest.remedy(state.renewedAt) !== before.chain.latest.remedy(before.renewedAt) ||
      state.chain.isUnderWay !== before.chain.isUnderWay ||
      state.isReadOnly !== before.isReadOnly ||
      state.chain.can.undo !== before.chain.can.undo ||
      state.chain.can.redo !== before.chain.can.redo;
    if (isOther) {
      return 'more';
    }
    const isSame =
      state.chain.runs.every((run, index) => run === before.chain.runs[index]) &&
      this.#revisions.every((revision, index) => revision === revisions[index]);
    if (isSame) {
      return 'none';
    }
    return state.chain.isUnderWay ? 'progress' : 'more';
  }

  get circumstances(): RunCircumstances {
    return { isUnderWay: this.isUnderWay, isReadOnly: this.#state.isReadOnly };
  }

  /** True while a window carries out the run, or an undo or redo of it. */
  get isUnderWay(): boolean {
    return this.chain.isUnderWay;
  }

  /**
   * Step that the user must take before the rest can be sent; undefined if there is none, or while a window
   * carries out the run.
   */
  get remedy(): Remedy | undefined {
    return this.isUnderWay ? undefined : this.chain.latest.remedy(this.#state.renewedAt);
  }

  treeItem(): vscode.TreeItem {
    const { header, title } = this.chain.root;
    const { account, age } = this.#state;
    const counts = this.#counts();
    const lines = [title, counts, account, formatDateTime(header.at)];
    const reversals = this.chain.reversals.map(({ run }) =>
      vscode.l10n.t('{0}: {1}', runTitle(run), formatDateTime(run.header.at)),
    );
    const item = treeItem(
      {
        label: displayText(title),
        description: [counts, age, account].join(' · '),
        tooltip: [...lines, ...reversals].map(displayText),
        spoken: lines.map(displayText).join(', '),
      },
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = header.id;
    item.iconPath = this.isUnderWay ? new vscode.ThemeIcon('sync~spin') : this.#icon();
    item.contextValue = ['run', ...(this.isUnderWay ? [] : this.#offers())].join(' ');
    return item;
  }

  /** Returns a summary of the outcomes of the run, or of its last undo or redo. */
  #counts(): string {
    const { direction, latest } = this.chain;
    const counts = countsText(latest, this.isUnderWay);
    switch (direction) {
      case undefined:
        return counts;
      case 'redo':
        return vscode.l10n.t('Redone: {0}', counts);
      case 'undo':
        return this.chain.can.undo
          ? vscode.l10n.t('Partly undone: {0}', counts)
          : vscode.l10n.t('Undone: {0}', counts);
    }
  }

  /** Returns the icon, which shows whether labels need attention, as the counts may be cut off. */
  #icon(): vscode.ThemeIcon {
    const { direction, effectiveRuns } = this.chain;
    const isWell = outcomeKindNames.every(
      (kind) =>
        !outcomeKinds[kind].needsAttention ||
        effectiveRuns.every(({ counts }) => counts[kind] === 0),
    );
    return isWell
      ? new vscode.ThemeIcon(direction === 'undo' ? 'discard' : 'edit')
      : new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  }

  /** Returns the context values of the actions that the manifest offers for the row. */
  #offers(): readonly string[] {
    const { chain } = this;
    const { isReadOnly } = this.#state;
    const sending = [
      ...undoRedoOffers(chain.can),
      ...(chain.runFor('retry') === undefined ? [] : ['failed']),
      ...(chain.runFor('resume') === undefined ? [] : ['rest']),
    ];
    return [
      ...(isReadOnly ? [] : sending),
      ...(chain.runFor('overwrite') === undefined ? [] : ['conflicts']),
    ];
  }
}

/** Returns the context value of undo or redo, if any; offers redo only if nothing is left to undo. */
function undoRedoOffers(can: Readonly<Record<UndoRedoDirection, boolean>>): readonly string[] {
  if (can.undo) {
    return ['undoable'];
  }
  return can.redo ? ['redoable'] : [];
}

function revisionsOf({ runs }: RunChainSummary): readonly number[] {
  return runs.map(({ revision }) => revision);
}

/** Row for the step that the user must take before the rest of a run can be sent. */
class RemedyRow {
  readonly kind = 'remedy';
  readonly run: RunSummary;
  readonly #remedy: Remedy;

  constructor(run: RunSummary, remedy: Remedy) {
    this.run = run;
    this.#remedy = remedy;
  }

  treeItem(): vscode.TreeItem {
    const { id, account } = this.run.header;
    const { command, icon, title } = remedyStep(this.#remedy, account.id);
    const item = treeItem({ label: title, description: vscode.l10n.t('then Resume') });
    item.id = `${id}?remedy`;
    item.iconPath = new vscode.ThemeIcon(icon);
    item.command = { title, ...command };
    item.contextValue = 'remedy';
    return item;
  }
}

/** Appearance of a label's state. */
interface Appearance {
  /** Display name. */
  readonly title: () => string;
  /** Id of a product icon. */
  readonly icon: string;
  readonly needsAttention: boolean;
}

/** Appearance of a label that is being sent. */
const beingSent = {
  title: () => vscode.l10n.t('Sending…'),
  icon: 'sync~spin',
  needsAttention: false,
} as const;

/** Appearance of a label that an undo or a redo has changed. */
const reversed = {
  undo: { title: () => vscode.l10n.t('Undone'), icon: 'discard', needsAttention: false },
  redo: { title: () => vscode.l10n.t('Redone'), icon: 'pass', needsAttention: false },
} as const satisfies Record<UndoRedoDirection, object>;

/** Row of a label of a run, with its outcome in the latest run, undo or redo that included it. */
class ChangedLabelRow {
  readonly kind = 'label';
  readonly chain: RecordedChain;
  readonly id: LabelId;
  readonly #circumstances: RunCircumstances;

  constructor(chain: RecordedChain, id: LabelId, circumstances: RunCircumstances) {
    this.chain = chain;
    this.id = id;
    this.#circumstances = circumstances;
  }

  treeItem(names: StatusNames): vscode.TreeItem {
    const { chain, id } = this;
    const reversal = chain.reversals.findLast(({ run }) => run.changes.has(id));
    const record = reversal?.run ?? chain.root;
    const change = record.changes.get(id);
    const outcome = record.outcomeOf(id);
    const isBeingSent = this.#circumstances.isUnderWay && record.underWay.has(id);
    const { icon, needsAttention, title } = isBeingSent
      ? beingSent
      : appearance(outcome, reversal?.direction);
    const fields = (change?.fields ?? []).map(({ before, field, wanted }) => {
      const after = valueText(field, wanted, names);
      return `${fieldText(field, before, names)} → ${after}`;
    });
    const name = displayText(change?.name ?? change?.code ?? id);
    const reasons = isBeingSent ? [] : outcomeLines(outcome, names);
    const lines = [title(), ...fields, ...reasons].map(displayText);
    const item = treeItem({
      label: name,
      description: lines.join(' · '),
      tooltip: [name, ...lines, displayText(id)],
    });
    item.id = `${chain.root.header.id}/${id}`;
    const color = outcome.kind === 'failed' ? 'list.errorForeground' : 'list.warningForeground';
    item.iconPath = needsAttention
      ? new vscode.ThemeIcon(icon, new vscode.ThemeColor(color))
      : new vscode.ThemeIcon(icon);
    item.contextValue = ['label', ...this.#offers()].join(' ');
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Open'),
      arguments: [this, 'click'],
    };
    return item;
  }

  #offers(): readonly string[] {
    const { chain, id } = this;
    const { isReadOnly, isUnderWay } = this.#circumstances;
    return isReadOnly || isUnderWay
      ? []
      : undoRedoOffers({
          undo: chain.canUndoRedo('undo', id),
          redo: chain.canUndoRedo('redo', id),
        });
  }
}

function appearance(outcome: LabelOutcome, direction: UndoRedoDirection | undefined): Appearance {
  return outcome.kind === 'done' && direction !== undefined
    ? reversed[direction]
    : outcomeKinds[outcome.kind];
}

/** Range of labels of a run with too many labels for one list. */
class LabelRangeRow {
  readonly kind = 'range';
  readonly #chain: RecordedChain;
  readonly #start: number;
  readonly #ids: readonly LabelId[];
  readonly #circumstances: RunCircumstances;

  /** `start`: index of the first label. */
  constructor(
    chain: RecordedChain,
    start: number,
    ids: readonly LabelId[],
    circumstances: RunCircumstances,
  ) {
    this.#chain = chain;
    this.#start = start;
    this.#ids = ids;
    this.#circumstances = circumstances;
  }

  treeItem(): vscode.TreeItem {
    const first = formatNumber(this.#start + 1);
    const last = formatNumber(this.#start + this.#ids.length);
    const item = treeItem(
      {
        label: vscode.l10n.t('{0}–{1}', first, last),
        spoken: vscode.l10n.t('Labels {0} to {1}', first, last),
      },
      this.#start === 0
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = `${this.#chain.root.header.id}?from=${this.#start}`;
    item.contextValue = 'range';
    return item;
  }

  labels(): ChangedLabelRow[] {
    return this.#ids.map((id) => new ChangedLabelRow(this.#chain, id, this.#circumstances));
  }
}

/** Maximum number of labels in one list: nobody scrolls through more, and rendering them takes too long. */
const maximumListLength = 250;

/**
 * Returns the rows below a run: the required step first, then its labels, starting with those that need
 * attention. An undo does not change their order.
 */
export async function rowsBelow(row: RunRow, journal: ChangeJournal): Promise<ChangesRow[]> {
  const { circumstances, remedy } = row;
  const chain = await journal.recorded(row.chain);
  if (chain === undefined) {
    return []; // The run was deleted after its row was shown.
  }
  const ids = await chain.root.labelsByAttention();
  const ranges = Array.from({ length: Math.ceil(ids.length / maximumListLength) }, (_, index) => {
    const start = index * maximumListLength;
    return new LabelRangeRow(
      chain,
      start,
      ids.slice(start, start + maximumListLength),
      circumstances,
    );
  });
  return [
    ...(remedy === undefined ? [] : [new RemedyRow(chain.latest, remedy)]),
    ...(ranges.length > 1 ? ranges : ranges.flatMap((range) => range.labels())),
  ];
}

/** Returns the label of a row in the view, as known from its change; undefined for other rows. */
export function labelOfChangesRow(
  row: unknown,
): { readonly accountId: AccountId; readonly label: Label } | undefined {
  if (!(row instanceof ChangedLabelRow)) {
    return undefined;
  }
  const { chain, id } = row;
  const { code: labelCode, name: labelName } = chain.root.changes.get(id) ?? {};
  const label: Label = { id, labelCode, labelName, record: { id } };
  return { accountId: chain.root.header.account.id, label };
}

/** Returns the run id for a command from its argument, an id or a row; empty if there is none. */
export function runIdOf(argument: unknown): string {
  if (typeof argument === 'string') {
    return argument;
  }
  return argument instanceof RunRow ? argument.chain.root.header.id : '';
}

/**
 * Returns the id of the run to which `action` applies, from an id or the row of a run and its undos and
 * redos.
 */
export function runToResume(argument: unknown, action: ResendAction): string {
  return argument instanceof RunRow
    ? (argument.chain.runFor(action)?.header.id ?? '')
    : runIdOf(argument);
}

/** Returns the run, or a single label of a run, that a command undoes or redoes. */
export function undoRedoSubjectOf(argument: unknown): UndoRedoSubject {
  return argument instanceof ChangedLabelRow
    ? { run: argument.chain.root.header.id, label: argument.id }
    : { run: runIdOf(argument) };
}
