import type { Label } from '../api/label.ts';
import { displayText } from '../text/displayText.ts';

/** What a label is called among others: its name, or what comes nearest to one. */
export function labelTitle({ id, labelCode, labelName }: Label): string {
  return displayText(labelName ?? '') || displayText(labelCode ?? '') || displayText(id) || id;
}
