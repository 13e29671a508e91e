import { isBlank } from '../../api/labelFields.ts';
import { isSameInNormalForm } from '../changes/plan/changeSet.ts';

/** Known state of a cell before the changes in the text. */
export interface BaseCell {
  /** Content of a cell that nobody has edited. */
  readonly shown: string;
  /** Value of the service that it shows: the same, unless the service has stored a saved value in its own form. */
  readonly served: string;
  /** Values sent from here whose arrival is unknown. */
  readonly sent: readonly string[];
}

/** Returns the state of a cell that shows what the service has. */
export function unchangedCell(cell: string): BaseCell {
  return { shown: cell, served: cell, sent: [] };
}

/**
 * Relation of a cell's three values.
 *
 * - `same`: nobody has changed it.
 * - `own`: only the text has changed it.
 * - `alreadySo`: the service has the changed value.
 * - `foreign`: only somebody else has changed it, or the text cannot.
 * - `conflict`: the text and somebody else have changed it differently.
 */
export type CellRelation = 'same' | 'own' | 'alreadySo' | 'foreign' | 'conflict';

/** Compares a cell's base, its present text and `now`, its value in the service. */
export function cellRelation(base: BaseCell, text: string, now: string): CellRelation {
  const isEdited = text !== base.shown;
  if (text === now) {
    return isEdited ? 'alreadySo' : 'same';
  }
  if (isBlank(text) && isBlank(now)) {
    return 'same';
  }
  // One that was marked for an older text has a served value that it never showed, see `TableBase.markEarlier`.
  if (now === base.served && isSameInNormalForm(base.served, base.shown)) {
    return isEdited ? 'own' : 'same';
  }
  if (isBlank(text)) {
    // Nothing empties a field in the service.
    return 'foreign';
  }
  if (base.sent.some((sent) => isSameInNormalForm(now, sent))) {
    // It has arrived. An editor that undoes what was sent wants the old value back.
    const isAsSent = base.sent.includes(text) && isSameInNormalForm(now, text);
    return isAsSent ? 'alreadySo' : 'own';
  }
  // What was sent from here may have been overwritten, and undoing it is an edit as well. What was accepted is none.
  return isEdited || base.sent.some((sent) => sent !== base.shown) ? 'conflict' : 'foreign';
}
