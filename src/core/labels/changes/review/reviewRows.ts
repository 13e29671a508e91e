import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import {
  editableFields,
  labelField,
  type EditableField,
  type FieldValue,
} from '../../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../../async/slices.ts';
import { containsWords, foldedText, wordsOf } from '../../../text/searchWords.ts';
import type { FieldChange, LabelChange } from '../plan/changeSet.ts';
import type { CheckedPlan } from '../plan/sharedCodes.ts';
import {
  changesPart,
  wholeReview,
  type ReviewColumnFilter,
  type ReviewFacet,
  type ReviewView,
} from './reviewView.ts';
import { reviewWarnings, type ReviewDoubts } from './reviewWarnings.ts';

/** Value of a field in a review: the current one, and the new one if it changes. */
export interface ReviewCell {
  readonly now: FieldValue | undefined;
  readonly change: FieldChange | undefined;
  readonly warnings: readonly string[];
}

/** Label in a review. */
export interface ReviewRow {
  readonly id: LabelId;
  /** Part of the review to which the label belongs. */
  readonly part: string;
  /** Undefined if the label does not change. */
  readonly isTicked: boolean | undefined;
  /** True if its change differs from that in the previous plan. */
  readonly isChangedSince: boolean;
  readonly cells: ReadonlyMap<EditableField, ReviewCell>;
}

/** Part of a review that lists labels without changing them. */
export interface ReviewPart {
  readonly id: string;
  readonly labels: readonly Label[];
}

/** Options for the rows of a review. */
export interface ReviewRowsOptions {
  /** Returns the display text of a value. */
  readonly textOf: (field: EditableField, value: FieldValue | undefined) => string;
  /** Language by whose rules texts are sorted, as a BCP 47 tag. */
  readonly locale: string;
  /** Parts in addition to the changes. */
  readonly parts?: readonly ReviewPart[];
}

/** Label of a part; its row is created when it is shown. */
interface ReviewedLabel {
  readonly id: LabelId;
  readonly part: string;
  /** Current label, if known. */
  readonly label: Label | undefined;
  readonly fields: readonly FieldChange[];
}

/** Number of recent orders whose row numbers are still accepted. */
const keptOrders = 4;

/** Content of a review for one plan. */
interface Reviewed {
  readonly plan: CheckedPlan;
  readonly doubts: ReviewDoubts;
  /** Labels that change, then those of the other parts. */
  readonly labels: readonly ReviewedLabel[];
  readonly changedSince: ReadonlySet<LabelId>;
  readonly warned: ReadonlySet<LabelId>;
}

/**
 * Rows of a review: a plan's changes, each with a check box, and labels that are listed without a change.
 * Rows are numbered in display order. A new plan keeps the ticks, and moves rows that have changed to the
 * top.
 */
export class ReviewRows {
  readonly #options: ReviewRowsOptions;
  #reviewed: Reviewed;
  /** Newest plan; its rows may not be ready yet. */
  #newest: CheckedPlan;
  /** Labels whose changes are not ticked, including labels that the current plan does not change. */
  readonly #leftOut = new Set<LabelId>();
  /** Requested content and view; their rows may not be ready yet. */
  #wanted: { readonly reviewed: Reviewed; readonly view: ReviewView };
  #shown: readonly ReviewedLabel[] = [];
  /** Shown rows of recent orders, by order number: a tick may arrive while rows are sorted. */
  readonly #orders = new Map<number, readonly ReviewedLabel[]>();
  #order = 0;

  private constructor(plan: CheckedPlan, options: ReviewRowsOptions) {
    this.#options = options;
    this.#newest = plan;
    this.#reviewed = {
      plan,
      doubts: { shared: new Set(), contested: new Map() },
      labels: [],
      changedSince: new Set(),
      warned: new Set(),
    };
    this.#wanted = { reviewed: this.#reviewed, view: wholeReview };
  }

  /** Creates the rows of a plan, all ticked except those of contested labels. Works in slices. */
  static async of(plan: CheckedPlan, options: ReviewRowsOptions): Promise<ReviewRows> {
    const rows = new ReviewRows(plan, options);
    await rows.replace(plan, []);
    return rows;
  }

  /** Number of rows, including those that the view hides. */
  get totalCount(): number {
    return this.#reviewed.labels.length;
  }

  /** Fields that the plan changes. */
  get changedFields(): ReadonlySet<EditableField> {
    const changed = new Set<EditableField>();
    for (const { fields } of this.#reviewed.plan.changes) {
      fields.forEach(({ field }) => changed.add(field));
    }
    return changed;
  }

  /** Old and new numbers of a field in all rows, in ascending order. */
  numbersIn(field: EditableField): readonly number[] {
    const numbers = new Set<number>();
    for (const label of this.#reviewed.labels) {
      const ofField = label.fields.find((each) => each.field === field);
      for (const value of [ofField?.before, newValue(label, field)]) {
        if (typeof value === 'number') {
          numbers.add(value);
        }
      }
    }
    return Array.from(numbers).toSorted((one, other) => one - other);
  }

  /** Number of the current order of the rows, which changes with the plan and the view. */
  get order(): number {
    return this.#order;
  }

  get view(): ReviewView {
    return this.#wanted.view;
  }

  /** Number of rows that the view shows. */
  get shownCount(): number {
    return this.#shown.length;
  }

  /** Number of rows of each kind, including those that the view hides. */
  get facetCounts(): Readonly<Record<ReviewFacet, number>> {
    const { changedSince, plan, warned } = this.#reviewed;
    const left = plan.changes.length - this.tickedCount;
    return { changedSince: changedSince.size, warning: warned.size, left };
  }

  /** Number of rows of each part, including those that the view hides. */
  get partCounts(): ReadonlyMap<string, number> {
    const { parts = [] } = this.#options;
    return new Map([
      [changesPart, this.#reviewed.plan.changes.length],
      ...parts.map(({ id, labels }) => [id, labels.length] as const),
    ]);
  }

  /** Number of labels to send. */
  get tickedCount(): number {
    return this.ticked.length;
  }

  /** State of the check boxes of the shown rows; undefined if no shown row has one. */
  get ticks(): 'all' | 'some' | 'none' | undefined {
    const changes = this.#shown.filter(({ part }) => part === changesPart);
    if (changes.length === 0) {
      return undefined;
    }
    const ticked = changes.filter(({ id }) => !this.#leftOut.has(id)).length;
    if (ticked === 0) {
      return 'none';
    }
    return ticked === changes.length ? 'all' : 'some';
  }

  /** The shown rows from `from` up to but not including `to`. */
  slice(from: number, to: number): readonly ReviewRow[] {
    return this.#shown.slice(Math.max(0, from), to).map((label) => this.#rowOf(label));
  }

  /**
   * Converts `row`, a row number in `order`, to the current order; undefined if one of these orders lacks the
   * row.
   */
  numberFrom(row: number, order: number): number | undefined {
    const label = this.#orders.get(order)?.[row];
    const number = label === undefined ? -1 : this.#shown.indexOf(label);
    return number < 0 ? undefined : number;
  }

  /** Ticks or unticks the rows from `from` up to but not including `to`, as numbered in `order`. */
  tick(
    { from, to }: { readonly from: number; readonly to: number },
    isTicked: boolean,
    order = this.#order,
  ): void {
    for (const { id, part } of this.#orders.get(order)?.slice(Math.max(0, from), to) ?? []) {
      if (part !== changesPart) {
        continue;
      }
      if (isTicked) {
        this.#leftOut.delete(id);
      } else {
        this.#leftOut.add(id);
      }
    }
  }

  /** Labels whose changes are not ticked. */
  get leftOut(): ReadonlySet<LabelId> {
    return this.#leftOut;
  }

  /** Changes to send: those of the ticked rows, shown or hidden, in the order of the plan. */
  get ticked(): readonly LabelChange[] {
    return this.#reviewed.plan.changes.filter(({ id }) => !this.#leftOut.has(id));
  }

  /**
   * Replaces the plan, unless a newer one arrives meanwhile. Rows of `changedSince` come first until the next
   * plan; if there are any, the view is reset so that none is hidden. Ticks stay with their labels, but a
   * label is unticked when somebody else changes the same fields. Works in slices.
   */
  async replace(plan: CheckedPlan, changedSince: Iterable<LabelId>): Promise<void> {
    this.#newest = plan;
    const reviewed = await this.#review(plan, new Set(changedSince));
    if (this.#newest !== plan) {
      return;
    }
    for (const id of reviewed.doubts.contested.keys()) {
      if (!this.#reviewed.doubts.contested.has(id)) {
        this.#leftOut.add(id);
      }
    }
    await this.#present(reviewed, reviewed.changedSince.size === 0 ? this.view : wholeReview);
  }

  async #review(plan: CheckedPlan, since: ReadonlySet<LabelId>): Promise<Reviewed> {
    const { parts = [] } = this.#options;
    const doubts = { shared: new Set(plan.sharedCodes), contested: plan.contested ?? new Map() };
    const labels: ReviewedLabel[] = [];
    const changedSince = new Set<LabelId>();
    const warned = new Set<LabelId>();
    for await (const slice of inSlices(plan.changes)) {
      for (const { fields, id } of slice) {
        labels.push({ id, part: changesPart, label: plan.labels.get(id), fields });
        if (since.has(id)) {
          changedSince.add(id);
        }
        if (fields.some((field) => reviewWarnings(field, doubts, id).length > 0)) {
          warned.add(id);
        }
      }
    }
    for (const { id: part, labels: beside } of parts) {
      for await (const slice of inSlices(beside)) {
        labels.push(...slice.map((label) => ({ id: label.id, part, label, fields: [] })));
      }
    }
    return { plan, doubts, labels, changedSince, warned };
  }

  /** Applies a view, unless a newer view or plan arrives meanwhile. Works in slices. */
  async show(view: ReviewView): Promise<void> {
    await this.#present(this.#wanted.reviewed, view);
  }

  /**
   * Prepares rows, then replaces rows and plan in one step, so that only changes of the plan that is shown
   * can be sent.
   */
  async #present(reviewed: Reviewed, view: ReviewView): Promise<void> {
    const wanted = { reviewed, view };
    this.#wanted = wanted;
    const matching: ReviewedLabel[] = [];
    const matches = this.#filterOf(wanted);
    for await (const slice of inSlices(reviewed.labels)) {
      matching.push(...slice.filter(matches));
    }
    const sorted = await this.#sorted(matching, view);
    if (this.#wanted !== wanted) {
      return;
    }
    if (this.#reviewed !== reviewed) {
      this.#reviewed = reviewed;
      // Row numbers of the previous plan are no longer valid.
      this.#orders.clear();
    }
    const isFirst = (label: ReviewedLabel): boolean => this.#isOf(label, 'changedSince');
    this.#shown = [...sorted.filter(isFirst), ...sorted.filter((label) => !isFirst(label))];
    this.#order++;
    this.#orders.set(this.#order, this.#shown);
    this.#orders.delete(this.#order - keptOrders);
  }

  #isOf({ id, part }: ReviewedLabel, facet: ReviewFacet, reviewed = this.#reviewed): boolean {
    const { changedSince, warned } = reviewed;
    const labels = { changedSince, warning: warned, left: this.#leftOut }[facet];
    return part === changesPart && labels.has(id);
  }

  async #sorted(
    labels: readonly ReviewedLabel[],
    { sort }: ReviewView,
  ): Promise<readonly ReviewedLabel[]> {
    if (sort === undefined) {
      return labels;
    }
    const { field, isDescending } = sort;
    const sign = isDescending ? -1 : 1;
    const isNumber = labelField(field).kind === 'wholeNumber';
    const collator = new Intl.Collator(this.#options.locale, { numeric: true });
    const keyed = labels.map((label) => ({ label, key: newValue(label, field) }));
    const compare = (one: FieldValue, other: FieldValue): number =>
      isNumber ? Number(one) - Number(other) : collator.compare(String(one), String(other));
    const sorted = await sortInSlices(keyed, ({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined) {
        // As in a spreadsheet, empty cells come last in both directions.
        return Number(one === undefined) - Number(other === undefined);
      }
      return sign * compare(one, other);
    });
    return sorted.map(({ label }) => label);
  }

  #filterOf({
    reviewed,
    view: { columns, facets, parts, words },
  }: {
    readonly reviewed: Reviewed;
    readonly view: ReviewView;
  }): (label: ReviewedLabel) => boolean {
    const anywhere = wordsOf(foldedText(words));
    const inColumns = Array.from(columns, ([field, filter]) => {
      const ofColumn = wordsOf(foldedText(filter.words));
      return (label: ReviewedLabel): boolean => this.#isMatch(label, field, filter, ofColumn);
    });
    return (label) =>
      (parts.length === 0 || parts.includes(label.part)) &&
      facets.every((facet) => this.#isOf(label, facet, reviewed)) &&
      inColumns.every((isMatch) => isMatch(label)) &&
      (anywhere.length === 0 || containsWords(foldedText(this.#wholeText(label)), anywhere));
  }

  #isMatch(
    label: ReviewedLabel,
    field: EditableField,
    { isEmpty, values }: ReviewColumnFilter,
    words: readonly string[],
  ): boolean {
    const value = newValue(label, field);
    if (isEmpty) {
      return value === undefined;
    }
    return (
      (values.length === 0 || values.includes(String(value ?? ''))) &&
      (words.length === 0 || containsWords(foldedText(this.#textOf(label, field)), words))
    );
  }

  #rowOf(label: ReviewedLabel): ReviewRow {
    const { id, part } = label;
    return {
      id,
      part,
      isTicked: part === changesPart ? !this.#leftOut.has(id) : undefined,
      isChangedSince: this.#isOf(label, 'changedSince'),
      cells: new Map(editableFields.map((field) => [field, this.#cellOf(label, field)])),
    };
  }

  #cellOf({ fields, id, label }: ReviewedLabel, field: EditableField): ReviewCell {
    const ofField = fields.find((each) => each.field === field);
    return {
      now: ofField === undefined ? label?.[field] : ofField.before,
      change: ofField,
      warnings: ofField === undefined ? [] : reviewWarnings(ofField, this.#reviewed.doubts, id),
    };
  }

  #textOf(label: ReviewedLabel, field: EditableField): string {
    return this.#options.textOf(field, newValue(label, field));
  }

  /** All values of a row, old and new. */
  #wholeText(label: ReviewedLabel): string {
    const now = editableFields.map((field) => this.#textOf(label, field));
    const before = label.fields.map((each) => this.#options.textOf(each.field, each.before));
    return [...now, ...before].join('\n');
  }
}

/** New value of a field, or the current one if it does not change. */
function newValue({ fields, label }: ReviewedLabel, field: EditableField): FieldValue | undefined {
  const ofField = fields.find((each) => each.field === field);
  return ofField === undefined ? label?.[field] : ofField.wanted;
}
