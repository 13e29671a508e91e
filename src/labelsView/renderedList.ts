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

/** Dependencies of the rows of one account's list. */
export interface RenderedListOptions {
  readonly accountId: AccountId;
  /** Returns the present entries of the list. */
  readonly entries: () => readonly ListEntry[];
  /** Message above the labels. */
  readonly head: MessageRow | undefined;
  /** Message below the labels. */
  readonly tail: MessageRow | undefined;
  /** Returns whether the user has expanded the row; undefined if neither expanded nor collapsed. */
  readonly isExpanded: (rowId: string) => boolean | undefined;
  /** Number of matching labels, as shown above them. */
  readonly matches: string;
  /** `flatCount` of the previous rendering of the same list. */
  readonly flatCountBefore: number;
}

/**
 * Rows of one account's list as known to VS Code, which identifies rows by object. Few labels are a flat list;
 * many are grouped in ranges, each rendered when expanded.
 */
export class RenderedList {
  readonly #options: RenderedListOptions;
  readonly #ranges: readonly RangeRow[];
  /** Number of labels in the flat list, now or before there were ranges; these stay visible. */
  readonly flatCount: number;
  readonly #labelRows = new Map<LabelId, LabelRow>();
  /** Entries from which the ranges were created. */
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

  /** Top-level rows, in order. */
  top(): LabelsViewRow[] {
    const { entries, head, tail } = this.#options;
    const labels = this.#ranges.length > 0 ? this.#ranges : this.#render(entries(), undefined);
    return [
      ...(head === undefined ? [] : [head]),
      ...labels,
      ...(tail === undefined ? [] : [tail]),
    ];
  }

  /** Returns the rows below a range. */
  below(range: RangeRow): LabelsViewRow[] {
    return this.#render(range.entries(), range);
  }

  /** Returns the row of an entry. */
  rowOf(entry: ListEntry): LabelRow | UnreadableRow {
    const position = this.#options.entries().indexOf(entry);
    return this.#newRow(
      entry,
      this.#ranges.find(({ range }) => position < range.end),
    );
  }

  /** Returns the range whose row has this id; undefined if there is none. */
  rangeOf(rowId: string): RangeRow | undefined {
    return this.#ranges.find(({ id }) => id === rowId);
  }

  /** Returns the first row of labels: that of a range if there are ranges. */
  firstRow(): LabelsViewRow | undefined {
    const [range] = this.#ranges;
    const [entry] = this.#options.entries();
    return range ?? (entry && this.#newRow(entry, undefined));
  }

  /** Returns the last visible label row unless the user scrolls: the row of its range if that is collapsed. */
  lastRow(): LabelsViewRow | undefined {
    const range = this.#ranges.at(-1);
    const entry = this.#options.entries().at(-1);
    return range?.isExpanded === false || entry === undefined ? range : this.#newRow(entry, range);
  }

  /** Updates a label. Returns the rows to render again; undefined for the whole list. */
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
   * Adds new entries to the last range, and replaces the rows around the labels. Returns the rows to render
   * again, first the range; undefined for the whole list, if other entries were added or removed.
   */
  extendLastRange(
    entries: readonly ListEntry[],
    { head, tail, matches }: Pick<RenderedListOptions, 'head' | 'tail' | 'matches'>,
  ): readonly [RangeRow, ...LabelsViewRow[]] | undefined {
    const last = this.#ranges.at(-1);
    const frame = this.updateFrame(head, tail);
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

  /** Replaces the rows around the labels. Returns the rows to render again; undefined for the whole list. */
  updateFrame(
    newHead: MessageRow | undefined,
    newTail: MessageRow | undefined,
  ): readonly LabelsViewRow[] | undefined {
    const { head, tail } = this.#options;
    const isSame = newHead?.kind === head?.kind && newTail?.kind === tail?.kind;
    // A row of a failure holds its error; the others read what they show when they are rendered.
    const isFixed = newHead?.kind === 'failed' || newTail?.kind === 'failed';
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
