import type { EditableField } from '../../../api/labelFields.ts';

/** Kinds of rows by which a review can be filtered. */
export const reviewFacets = ['changedSince', 'warning', 'left'] as const;

/** Kind of rows by which a review can be filtered: changed since it was opened, with a warning, or not ticked. */
export type ReviewFacet = (typeof reviewFacets)[number];

/** Part of a review with its changes; other parts list labels that do not change. */
export const changesPart = 'changes';

/** Filter of a column. */
export interface ReviewColumnFilter {
  /** Words, in any order, in the new value, or in the current one if the field does not change. */
  readonly words: string;
  /** Accepted values of the cell, as text; empty for all. */
  readonly values: readonly string[];
  readonly isEmpty: boolean;
}

/** Order and filter of a review's rows; they change nothing that is sent. */
export interface ReviewView {
  readonly sort?: { readonly field: EditableField; readonly isDescending: boolean } | undefined;
  /** Words that the row contains, in any order and any column. */
  readonly words: string;
  readonly columns: ReadonlyMap<EditableField, ReviewColumnFilter>;
  /** Kinds of the rows; a row must be of all of them. */
  readonly facets: readonly ReviewFacet[];
  /** Parts whose rows are shown; empty for all. */
  readonly parts: readonly string[];
}

/** View that shows all rows in the order of the plan. */
export const wholeReview: ReviewView = {
  words: '',
  columns: new Map(),
  facets: [],
  parts: [],
};
