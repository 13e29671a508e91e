import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import {
  isEditableField,
  labelField,
  type EditableField,
  type FieldValue,
} from '../api/labelFields.ts';
import { cutText } from '../text/cutText.ts';
import { displayText } from '../text/displayText.ts';

/** Names of status values (setting `workforce.labels.statusNames`). */
export type StatusNames = ReadonlyMap<number, string>;

const statusNamesSchema = z.record(z.string(), z.unknown());

/** Maximum length of a name, in UTF-16 units: a workspace may set these names, and each row shows one. */
const maximumNameLength = 200;

/** Parses the setting; drops entries without an integer or a name. */
export function readStatusNames(setting: unknown): StatusNames {
  const entries = statusNamesSchema.safeParse(setting);
  const names = new Map<number, string>();
  for (const [key, name] of Object.entries(entries.data ?? {})) {
    const status = Number(key);
    if (
      /^-?\d+$/.test(key) &&
      Number.isSafeInteger(status) &&
      typeof name === 'string' &&
      name !== ''
    ) {
      names.set(status, cutText(name, maximumNameLength));
    }
  }
  return names;
}

/** Returns whether the setting names the values of `field`. */
export function hasStatusNames(field: string): boolean {
  const row = isEditableField(field) ? labelField(field) : undefined;
  return row?.kind === 'wholeNumber' && row.hasStatusNames;
}

/** Formats a status for use in a sentence: its name if it has one, otherwise its number. */
export function statusText(status: number, names: StatusNames): string {
  return displayText(names.get(status) ?? String(status));
}

/** Formats a status for use in a sentence, with its number if it has a name. */
export function numberedStatus(status: number, names: StatusNames): string {
  const text = statusText(status, names);
  return names.has(status) ? l10n.t('{0} ({1})', text, String(status)) : text;
}

/** Formats a value of `field`, a status like `numberedStatus`; empty for an empty field. */
export function fieldValueText(
  field: EditableField,
  value: FieldValue | undefined,
  names: StatusNames,
): string {
  return typeof value === 'number' && hasStatusNames(field)
    ? numberedStatus(value, names)
    : String(value ?? '');
}
