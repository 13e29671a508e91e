import * as z from 'zod/mini';
import { isEditableField, labelField } from '../api/labelFields.ts';

/** Names for status numbers (setting `workforce.labels.statusNames`). */
export type StatusNames = ReadonlyMap<number, string>;

const statusNamesSchema = z.record(z.string(), z.unknown());

/** Reads the setting; entries that are not an integer with a name are left out. */
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
      names.set(status, name);
    }
  }
  return names;
}

/** Whether the setting names the values of `field`. */
export function hasStatusNames(field: string): boolean {
  const row = isEditableField(field) ? labelField(field) : undefined;
  return row?.kind === 'wholeNumber' && row.hasStatusNames;
}

/** A status as a person reads it: its name if it has one, otherwise its number. */
export function statusText(status: number, names: StatusNames): string {
  return names.get(status) ?? String(status);
}
