import { fitsInput } from '../../core/text/fitsInput.ts';
import type { GridCell } from '../protocol.ts';

/** Returns whether a text can be typed into a cell of an editable column. */
export function isEditableCell({ value }: GridCell): boolean {
  return value !== undefined && fitsInput(value);
}
