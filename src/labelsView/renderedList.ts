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
  /** Returns the current entries of the list. */
  readonly entries: () => readonly ListEntry[];
  /** Message above the labels. */
  readonly head: MessageRow | undefined;
  /** Message below the labels. */
  readonly tail: MessageRow | undefined;
  /** Returns whether the user has expanded or collapsed the row; undefined if neither. */
  readonly isExpanded: (rowId: string) => boolean | undefined;
  /** Number of matching labels, as displayed above the list. */
  readonly matches: string;
  /** `flatCount` of the previous rendering of the same list. */
  readonly flatCountBefore: number;
}

/**
 * Rows of one account's list as known to VS Code, which identifies rows by object. A short list is flat; a
 * long one is grouped in ranges, each rendered when expanded.
 */
export class RenderedList {
  readonly #options: RenderedListOptions;
  readonly #ranges: readonly RangeRow[];
  /**
   * Number of labels in the flat list, or in the flat list before it was split into ranges; these labels stay
   * visible.
   */
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

  /** Returns the top-level rows, in order. */
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

  /** Returns a new row for an entry. */
  rowOf(entry: ListEntry): LabelRow | UnreadableRow {
    const position = this.#options.entries().indexOf(entry);
    return this.#newRow(
      entry,
      this.#ranges.find(({ range }) => position < range.end),
    );
  }

  /** Returns the range with this row id; undefined if there is none. */
  rangeOf(rowId: string): RangeRow | undefined {
    return this.#ranges.find(({ id }) => id === rowId);
  }

  /** Returns the first label row, or the first range if there are ranges; undefined if the list is empty. */
  firstRow(): LabelsViewRow | undefined {
    const [range] = this.#ranges;
    const [entry] = this.#options.entries();
    return range ?? (entry && this.#newRow(entry, undefined));
  }

  /** Returns the last label row, or its range if that is collapsed; undefined if the list is empty. */
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
   * Adds new entries to the last range, and updates the rows above and below the labels. Returns the rows to
   * render again, the range first; undefined for the whole list, if entries were changed in another way.
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

  /**
   * Updates the rows above and below the labels. Returns the rows to render again; undefined for the whole
   * list.
   */
  updateFrame(
    newHead: MessageRow | undefined,
    newTail: MessageRow | undefined,
  ): readonly LabelsViewRow[] | undefined {
    const { head, tail } = this.#options;
    const isSame = newHead?.kind === head?.kind && newTail?.kind === tail?.kind;
    // The row of a failure stores its error; other rows read their content when rendered.
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
