import * as l10n from '@vscode/l10n';
import type { FieldState } from '../protocol.ts';

/** The values of a field that have names. */
export type NamedValues = FieldState['namedValues'];

/** The value as a person knows it: with its name if it has one. */
export function namedText(value: string, namedValues: NamedValues): string {
  const named = namedValues.find((each) => String(each.value) === value);
  return named === undefined ? value : nameWithNumber(named);
}

/** A name, and the number that it stands for. */
export function nameWithNumber({ value, name }: NamedValues[number]): string {
  return l10n.t('{0} ({1})', name, value);
}
