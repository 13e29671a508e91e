import type { EditableField } from '../../../api/labelFields.ts';

/** Kinds of rows that a review can show alone. */
export const reviewFacets = ['changedSince', 'warning', 'left'] as const;

/** Kind of rows that a review can show alone: changed since it was opened, with a warning, or not ticked. */
export type ReviewFacet = (typeof reviewFacets)[number];

/** Part of a review that holds its changes; others hold labels beside them. */
export const changesPart = 'changes';

/** Filter of a column. */
export interface ReviewColumnFilter {
  /** Words that the new value, or the present one, contains in any order. */
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
  /** Kinds, all of which a row must be of. */
  readonly facets: readonly ReviewFacet[];
  /** Parts, one of which a row must belong to; empty for all. */
  readonly parts: readonly string[];
}

/** View that shows all rows in the order of the plan. */
export const wholeReview: ReviewView = {
  words: '',
  columns: new Map(),
  facets: [],
  parts: [],
};
