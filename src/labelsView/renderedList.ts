import type { LabelId } from '../core/account/labelId.ts';
import type { Label } from '../core/api/label.ts';
import type { AccountId } from '../core/account/account.ts';
import { splitIntoRanges } from '../core/labels/list/splitIntoRanges.ts';
import type { ListEntry } from '../core/labels/list/orderedEntries.ts';
import { LabelRow } from './rows/labelRow.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';
import { RangeRow } from './rows/rangeRow.ts';
import { UnreadableRow } from './rows/unreadableRow.ts';

/** What the rows of one account's list are drawn from. */
export interface RenderedListOptions {
  readonly accountId: AccountId;
  /** The rows of the list as they are now. */
  readonly rows: () => readonly ListEntry[];
  /** Stands above the labels. */
  readonly lead: LabelsViewRow | undefined;
  /** Stands below the labels. */
  readonly tail: LabelsViewRow | undefined;
  /** Whether the user has unfolded or folded the row; undefined where neither. */
  readonly isExpanded: (rowId: string) => boolean | undefined;
  /** `inSight` of the same account's rows as they were drawn before. */
  readonly inSightBefore: number;
}

/**
 * The rows of one account's list as VS Code has them: what to draw anew is told by these objects. Few
 * labels are one list; many stand in ranges, each drawn when it is unfolded.
 */
export class RenderedList {
  readonly #options: RenderedListOptions;
  readonly #ranges: readonly RangeRow[];
  /** How many labels stand in one list, or stood in it before there were ranges: these stay in sight. */
  readonly inSight: number;
  readonly #labelRows = new Map<LabelId, LabelRow>();

  constructor(options: RenderedListOptions) {
    this.#options = options;
    const { accountId, inSightBefore, isExpanded, rows } = options;
    const { length } = rows();
    const ranges = splitIntoRanges(length);
    this.inSight = ranges.length === 0 ? length : inSightBefore;
    this.#ranges = ranges.map((range) => {
      const row: RangeRow = new RangeRow(accountId, range, {
        rows,
        isExpanded: () => isExpanded(row.id) ?? range.start < Math.max(1, this.inSight),
      });
      return row;
    });
  }

  /** The rows that stand at the top, in their order. */
  top(): LabelsViewRow[] {
    const { lead, rows, tail } = this.#options;
    const labels = this.#ranges.length > 0 ? this.#ranges : this.#draw(rows(), undefined);
    return [
      ...(lead === undefined ? [] : [lead]),
      ...labels,
      ...(tail === undefined ? [] : [tail]),
    ];
  }

  /** The rows below that of a range. */
  below(range: RangeRow): LabelsViewRow[] {
    return this.#draw(range.rows(), range);
  }

  /** The row that one of the list is drawn as. */
  rowOf(row: ListEntry): LabelRow | UnreadableRow {
    const position = this.#options.rows().indexOf(row);
    return this.#newRow(
      row,
      this.#ranges.find(({ range }) => position < range.end),
    );
  }

  /** Gives a label its new content. Comes back: the rows to draw anew; undefined where the list must be. */
  updateLabel(label: Label): readonly LabelsViewRow[] | undefined {
    const row = this.#labelRows.get(label.id);
    row?.update(label);
    if (this.#ranges.length === 0) {
      return row === undefined ? undefined : [row];
    }
    const ranges = this.#ranges.filter((range) => range.isNamedAfter(label.id));
    return row === undefined ? ranges : [row, ...ranges];
  }

  /** Takes other rows around the labels. Comes back: the rows to draw anew; undefined where the list must be. */
  updateFrame(
    newLead: LabelsViewRow | undefined,
    newTail: LabelsViewRow | undefined,
  ): readonly LabelsViewRow[] | undefined {
    const { lead, tail } = this.#options;
    const isSame = newLead?.kind === lead?.kind && newTail?.kind === tail?.kind;
    // A row of a failure holds its error; the others read what they show when they are drawn.
    const isFixed = newLead?.kind === 'failed' || newTail?.kind === 'failed';
    if (!isSame || isFixed) {
      return undefined;
    }
    return tail === undefined ? [] : [tail];
  }

  #draw(rows: readonly ListEntry[], range: RangeRow | undefined): LabelsViewRow[] {
    return rows.map((each) => {
      const row = this.#newRow(each, range);
      if (row instanceof LabelRow) {
        this.#labelRows.set(row.label.id, row);
      }
      return row;
    });
  }

  #newRow(row: ListEntry, range: RangeRow | undefined): LabelRow | UnreadableRow {
    const { accountId } = this.#options;
    return row.kind === 'label'
      ? new LabelRow(accountId, row.label, range)
      : new UnreadableRow(accountId, row, range);
  }
}
