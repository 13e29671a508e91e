import { isBlank } from '../../api/labelFields.ts';
import { isSameInNormalForm } from '../changes/plan/changeSet.ts';

/** Known state of a cell before the changes in the text. */
export interface BaseCell {
  /** Content of the cell without any edit. */
  readonly shown: string;
  /**
   * Value in the service that the cell shows: equal to `shown`, unless the service stored a saved value in
   * another form.
   */
  readonly served: string;
  /** Values sent by saves of the table whose arrival is unknown. */
  readonly sent: readonly string[];
}

/** Returns the state of a cell that shows the value in the service. */
export function unchangedCell(cell: string): BaseCell {
  return { shown: cell, served: cell, sent: [] };
}

/**
 * Relation of a cell's three values.
 *
 * - `same`: nobody has changed it.
 * - `own`: only the text has changed it.
 * - `alreadySo`: the text has changed it, and the service already has the new value.
 * - `foreign`: only somebody else has changed it, or the text would empty it, which the service does not support.
 * - `conflict`: the text and somebody else have changed it differently.
 */
export type CellRelation = 'same' | 'own' | 'alreadySo' | 'foreign' | 'conflict';

/** Compares a cell's base, its current text and `now`, its value in the service. */
export function cellRelation(base: BaseCell, text: string, now: string): CellRelation {
  const isEdited = text !== base.shown;
  if (text === now) {
    return isEdited ? 'alreadySo' : 'same';
  }
  if (isBlank(text) && isBlank(now)) {
    return 'same';
  }
  // A cell marked by `TableBase.markEarlier` has a served value that it never showed, so `served` alone does
  // not suffice.
  if (now === base.served && isSameInNormalForm(base.served, base.shown)) {
    return isEdited ? 'own' : 'same';
  }
  if (isBlank(text)) {
    // The service cannot empty a field.
    return 'foreign';
  }
  if (base.sent.some((sent) => isSameInNormalForm(now, sent))) {
    // The sent value has arrived. A text that differs from it, for example after an undo, is an edit.
    const isAsSent = base.sent.includes(text) && isSameInNormalForm(now, text);
    return isAsSent ? 'alreadySo' : 'own';
  }
  // A sent value that the base does not show yet counts as an edit, too: somebody else may have overwritten it.
  return isEdited || base.sent.some((sent) => sent !== base.shown) ? 'conflict' : 'foreign';
}
