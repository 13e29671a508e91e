import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import { splitIntoRanges } from '../core/labels/list/splitIntoRanges.ts';
import { LabelRow } from './rows/labelRow.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import type { MessageRow } from './rows/messageRow.ts';
import { RangeRow } from './rows/rangeRow.ts';
import { UnreadableRow } from './rows/unreadableRow.ts';

/** What the rows of one account's list are made from. */
export interface RenderedListOptions {
  readonly accountId: AccountId;
  /** Those of the list as it is now. */
  readonly entries: () => readonly ListEntry[];
  /** Stands above the labels. */
  readonly lead: MessageRow | undefined;
  /** Stands below the labels. */
  readonly tail: MessageRow | undefined;
  /** Whether the user has unfolded or folded the row; undefined if neither. */
  readonly isExpanded: (rowId: string) => boolean | undefined;
  /** How many labels match, in words, as it stands above them. */
  readonly matches: string;
  /** `flatCount` of the same account's list as it was rendered before. */
  readonly flatCountBefore: number;
}

/**
 * The rows of one account's list as VS Code has them: it knows what to render again by these objects.
 * Few labels are one flat list; many stand in ranges, each rendered when it is unfolded.
 */
export class RenderedList {
  readonly #options: RenderedListOptions;
  readonly #ranges: readonly RangeRow[];
  /** How many labels stand in a flat list, or stood in it before there were ranges: these stay in sight. */
  readonly flatCount: number;
  readonly #labelRows = new Map<LabelId, LabelRow>();
  /** What the ranges were made from. */
  #rangedEntries: readonly ListEntry[];

  constructor(options: RenderedListOptions) {
    this.#options = options;
    const { accountId, entries, flatCountBefore, isExpanded } = options;
    this.#rangedEntries = entries();
    const { length } = this.#rangedEntries;
    const ranges = splitIntoRanges(length);
    this.flatCount = ranges.length === 0 ? length : flatCountBefore;
    this.#ranges = ranges.map((range) => {
      const row: RangeRow = new RangeRow(accountId, range, {
        entries,
        isExpanded: () => isExpanded(row.id) ?? range.start < Math.max(1, this.flatCount),
      });
      return row;
    });
  }

  /** The rows that stand at the top, in their order. */
  top(): LabelsViewRow[] {
    const { entries, lead, tail } = this.#options;
    const labels = this.#ranges.length > 0 ? this.#ranges : this.#render(entries(), undefined);
    return [
      ...(lead === undefined ? [] : [lead]),
      ...labels,
      ...(tail === undefined ? [] : [tail]),
    ];
  }

  /** The rows below that of a range. */
  below(range: RangeRow): LabelsViewRow[] {
    return this.#render(range.entries(), range);
  }

  /** The row that an entry is rendered as. */
  rowOf(entry: ListEntry): LabelRow | UnreadableRow {
    const position = this.#options.entries().indexOf(entry);
    return this.#newRow(
      entry,
      this.#ranges.find(({ range }) => position < range.end),
    );
  }

  /** The range whose row has this id; undefined if there is none. */
  rangeOf(rowId: string): RangeRow | undefined {
    return this.#ranges.find(({ id }) => id === rowId);
  }

  /** The last row of labels that is in sight unless the user scrolls: the row of their range if that is folded. */
  lastRow(): LabelsViewRow | undefined {
    const range = this.#ranges.at(-1);
    const entry = this.#options.entries().at(-1);
    return range?.isExpanded === false || entry === undefined ? range : this.#newRow(entry, range);
  }

  /** Gives a label its new content. Returns the rows to render again; undefined if the whole list must be. */
  updateLabel(label: Label): readonly LabelsViewRow[] | undefined {
    const row = this.#labelRows.get(label.id);
    row?.update(label);
    if (this.#ranges.length === 0) {
      return row === undefined ? undefined : [row];
    }
    const ranges = this.#ranges.filter((range) => range.isNamedAfter(label.id));
    return row === undefined ? ranges : [row, ...ranges];
  }

  /**
   * Takes entries that have come into the last range, and other rows around the labels. Returns the rows to
   * render again, first the range; undefined if the whole list must be: other entries have come or gone.
   */
  extendLastRange(
    entries: readonly ListEntry[],
    { lead, tail, matches }: Pick<RenderedListOptions, 'lead' | 'tail' | 'matches'>,
  ): readonly [RangeRow, ...LabelsViewRow[]] | undefined {
    const last = this.#ranges.at(-1);
    const frame = this.updateFrame(lead, tail);
    const isOneMore = splitIntoRanges(entries.length).length !== this.#ranges.length;
    const isOther = this.#rangedEntries.some((entry, index) => entry !== entries[index]);
    if (
      last === undefined ||
      frame === undefined ||
      isOneMore ||
      isOther ||
      matches !== this.#options.matches
    ) {
      return undefined;
    }
    last.extend(entries.length);
    this.#rangedEntries = entries;
    return [last, ...frame];
  }

  /** Takes other rows around the labels. Returns the rows to render again; undefined if the whole list must be. */
  updateFrame(
    newLead: MessageRow | undefined,
    newTail: MessageRow | undefined,
  ): readonly LabelsViewRow[] | undefined {
    const { lead, tail } = this.#options;
    const isSame = newLead?.kind === lead?.kind && newTail?.kind === tail?.kind;
    // A row of a failure holds its error; the others read what they show when they are rendered.
    const isFixed = newLead?.kind === 'failed' || newTail?.kind === 'failed';
    if (!isSame || isFixed) {
      return undefined;
    }
    return tail === undefined ? [] : [tail];
  }

  #render(entries: readonly ListEntry[], range: RangeRow | undefined): LabelsViewRow[] {
    return entries.map((entry) => {
      const row = this.#newRow(entry, range);
      if (row instanceof LabelRow) {
        this.#labelRows.set(row.label.id, row);
      }
      return row;
    });
  }

  #newRow(entry: ListEntry, range: RangeRow | undefined): LabelRow | UnreadableRow {
    const { accountId } = this.#options;
    return entry.kind === 'label'
      ? new LabelRow(accountId, entry.label, range)
      : new UnreadableRow(accountId, entry, range);
  }
}
