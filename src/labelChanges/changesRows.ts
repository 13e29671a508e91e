import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Remedy } from '../core/errors/remedy.ts';
import { outcomeKindNames, outcomeKinds } from '../core/labels/changes/labelOutcome.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { fieldText, outcomeLines, valueText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { commandIds } from '../ids.ts';
import { countsText } from './changesSummary.ts';
import { remedyStep } from './remedyStep.ts';

/** A row of the view Changes. */
export type ChangesRow = RunRow | RemedyRow | ChangedLabelRow | LabelRangeRow;

/** What is known of a run. */
interface RunState {
  readonly record: RunRecord;
  /** Whose labels they are. */
  readonly account: string;
  readonly isUnderWay: boolean;
  readonly isUndoable: boolean;
}

/** A run: what it is about, where, and what has come of it. */
export class RunRow {
  readonly kind = 'run';
  #state: RunState;
  #revision: number;

  constructor(state: RunState) {
    this.#state = state;
    this.#revision = state.record.revision;
  }

  get record(): RunRecord {
    return this.#state.record;
  }

  /** Takes in what is known now. Returns what is different from before: nothing, how far it has come, or more. */
  take(state: RunState): 'none' | 'progress' | 'more' {
    const [before, revision] = [this.#state, this.#revision];
    this.#state = state;
    this.#revision = state.record.revision;
    const isOther =
      state.account !== before.account ||
      state.isUnderWay !== before.isUnderWay ||
      state.isUndoable !== before.isUndoable;
    if (!isOther && state.record === before.record && state.record.revision === revision) {
      return 'none';
    }
    return isOther || !state.isUnderWay ? 'more' : 'progress';
  }

  /** Whether a window carries it out. */
  get isUnderWay(): boolean {
    return this.#state.isUnderWay;
  }

  treeItem(): vscode.TreeItem {
    const { header } = this.record;
    const { account, isUnderWay } = this.#state;
    const item = new vscode.TreeItem(
      displayText(header.title),
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    const time = new Date(header.at).toLocaleString(textLanguage());
    const counts = countsText(this.record, isUnderWay);
    const lines = [header.title, counts, account, time].map(displayText);
    item.id = header.id;
    item.description = `${counts} · ${account}`;
    item.tooltip = lines.join('\n');
    item.accessibilityInformation = { label: lines.join(', ') };
    item.iconPath = isUnderWay ? new vscode.ThemeIcon('sync~spin') : this.#icon();
    item.contextValue = ['run', ...(isUnderWay ? [] : this.#offers())].join(' ');
    return item;
  }

  /** Counts may be out of sight: whether somebody has to look at labels shows all the same. */
  #icon(): vscode.ThemeIcon {
    const { counts, header } = this.record;
    const isWell = outcomeKindNames.every(
      (kind) => counts[kind] === 0 || !outcomeKinds[kind].needsAttention,
    );
    return isWell
      ? new vscode.ThemeIcon(header.origin === 'undo' ? 'discard' : 'edit')
      : new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  }

  /** What the manifest offers commands for. */
  #offers(): readonly string[] {
    const { record } = this;
    return [
      ...(this.#state.isUndoable ? ['undoable'] : []),
      ...(record.isOpen('retry') ? ['failed'] : []),
      ...(record.isOpen('goOn') ? ['rest'] : []),
      ...(record.counts.conflict > 0 ? ['conflicts'] : []),
    ];
  }
}

/** What the user has to do before the rest of a run can be sent. */
export class RemedyRow {
  readonly kind = 'remedy';
  readonly record: RunRecord;
  readonly #remedy: Remedy;

  constructor(record: RunRecord, remedy: Remedy) {
    this.record = record;
    this.#remedy = remedy;
  }

  treeItem(): vscode.TreeItem {
    const { id, account } = this.record.header;
    const { command, icon, title } = remedyStep(this.#remedy, account.id);
    const item = new vscode.TreeItem(title);
    item.id = `${id}?remedy`;
    item.description = vscode.l10n.t('then Go On');
    item.iconPath = new vscode.ThemeIcon(icon);
    item.command = { title, ...command };
    item.contextValue = 'remedy';
    return item;
  }
}

/** How a label is shown whose request is under way. */
const beingSent = {
  title: () => vscode.l10n.t('Being sent'),
  icon: 'sync~spin',
  needsAttention: false,
} as const;

/** A label of a run, and what has come of it. */
export class ChangedLabelRow {
  readonly kind = 'label';
  readonly record: RunRecord;
  readonly id: LabelId;
  readonly #isUnderWay: boolean;

  /** `isUnderWay`: whether a window carries out the run. */
  constructor(record: RunRecord, id: LabelId, isUnderWay: boolean) {
    this.record = record;
    this.id = id;
    this.#isUnderWay = isUnderWay;
  }

  treeItem(names: StatusNames): vscode.TreeItem {
    const { id, record } = this;
    const change = record.changes.get(id);
    const outcome = record.outcomeOf(id);
    const isBeingSent = this.#isUnderWay && record.underWay.has(id);
    const { icon, needsAttention, title } = isBeingSent ? beingSent : outcomeKinds[outcome.kind];
    const fields = (change?.fields ?? []).map(({ before, field, wanted }) => {
      const after = valueText(field, wanted, names);
      return `${fieldText(field, before, names)} → ${after}`;
    });
    const name = displayText(change?.name ?? change?.code ?? id);
    const item = new vscode.TreeItem(name);
    item.id = `${record.header.id}/${id}`;
    const reasons = isBeingSent ? [] : outcomeLines(outcome, names);
    const lines = [title(), ...fields, ...reasons];
    item.description = lines.map(displayText).join(' · ');
    item.tooltip = [name, ...lines, id].map(displayText).join('\n');
    const color = outcome.kind === 'failed' ? 'list.errorForeground' : 'list.warningForeground';
    item.iconPath = needsAttention
      ? new vscode.ThemeIcon(icon, new vscode.ThemeColor(color))
      : new vscode.ThemeIcon(icon);
    item.contextValue = 'label';
    item.command = {
      command: commandIds.editLabel,
      title: vscode.l10n.t('Open'),
      arguments: [this],
    };
    return item;
  }
}

/** Some labels of a run that has too many for one list. */
export class LabelRangeRow {
  readonly kind = 'range';
  readonly record: RunRecord;
  readonly #start: number;
  readonly #ids: readonly LabelId[];
  readonly #isUnderWay: boolean;

  /** `start`: the place of the first of the labels, from 0. `isUnderWay` as for their rows. */
  constructor(record: RunRecord, start: number, ids: readonly LabelId[], isUnderWay: boolean) {
    this.record = record;
    this.#start = start;
    this.#ids = ids;
    this.#isUnderWay = isUnderWay;
  }

  treeItem(): vscode.TreeItem {
    const first = formatNumber(this.#start + 1);
    const last = formatNumber(this.#start + this.#ids.length);
    const item = new vscode.TreeItem(
      vscode.l10n.t('{0}–{1}', first, last),
      this.#start === 0
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.id = `${this.record.header.id}?from=${this.#start}`;
    item.contextValue = 'range';
    item.accessibilityInformation = { label: vscode.l10n.t('Labels {0} to {1}', first, last) };
    return item;
  }

  labels(): ChangedLabelRow[] {
    return this.#ids.map((id) => new ChangedLabelRow(this.record, id, this.#isUnderWay));
  }
}

/** How many labels are one list: more take longer to show than anybody looks at them. */
const longestList = 250;

/** What is below a run: what has to be done about it, then its labels, those first that need attention. */
export async function rowsBelow({ isUnderWay, record }: RunRow): Promise<ChangesRow[]> {
  const remedy = isUnderWay ? undefined : record.remedy();
  const ids = await record.labelsByAttention();
  const ranges = Array.from({ length: Math.ceil(ids.length / longestList) }, (_, index) => {
    const start = index * longestList;
    return new LabelRangeRow(record, start, ids.slice(start, start + longestList), isUnderWay);
  });
  return [
    ...(remedy === undefined ? [] : [new RemedyRow(record, remedy)]),
    ...(ranges.length > 1 ? ranges : ranges.flatMap((range) => range.labels())),
  ];
}

/** The label that a row of the view stands for, as far as a change knows it; undefined if none. */
export function labelOfChangesRow(
  row: unknown,
): { readonly accountId: AccountId; readonly label: Label } | undefined {
  if (!(row instanceof ChangedLabelRow)) {
    return undefined;
  }
  const { id, record } = row;
  const { code: labelCode, name: labelName } = record.changes.get(id) ?? {};
  const label: Label = { id, labelCode, labelName, record: { id } };
  return { accountId: record.header.account.id, label };
}

/** The run that a command is called for: its id, or its row. Empty if it is called for none. */
export function runIdOf(argument: unknown): string {
  if (typeof argument === 'string') {
    return argument;
  }
  return argument instanceof RunRow ? argument.record.header.id : '';
}
