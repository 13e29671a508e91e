import { applyEdits, modify } from 'jsonc-parser';
import type { EditableField } from '../../api/labelFields.ts';
import { textChange } from '../../text/textChange.ts';
import { valueOfInput } from '../fieldInput.ts';
import { jsonText, parseLabelText, withoutLineSeparators, type TextSpan } from './labelText.ts';

/** Replaces one span of a text. */
export interface TextReplacement extends TextSpan {
  readonly content: string;
}

/** Returns the text for the value of a field, as a user would type it; empty without a value. */
export function inputOfValue(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  // Numbers take a shortcut, as a table formats hundreds of thousands of them.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : jsonText(value);
}

/**
 * Returns the smallest change that sets `field` to the value of `input`. Undefined if the text already has
 * that value, or is not a JSON object, which cannot be edited by field.
 */
export function replacementForInput(
  text: string,
  field: EditableField,
  input: string,
): TextReplacement | undefined {
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid' || inputOfValue(parsed.values[field]) === input) {
    return undefined;
  }
  return replacementForValue(text, field, valueOfInput(field, input));
}

/** Returns the smallest change that sets `field` to `value`, or removes the field if `value` is undefined. */
export function replacementForValue(
  text: string,
  field: string,
  value: unknown,
): TextReplacement | undefined {
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid') {
    return undefined;
  }
  const place = parsed.fields.get(field)?.value;
  if (place !== undefined && value !== undefined) {
    return { ...place, content: jsonText(value, 2).replaceAll('\n', '\n  ') };
  }
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  const changed = applyEdits(text, modify(text, [field], value, { formattingOptions }));
  return replacementBetween(text, changed);
}

function replacementBetween(before: string, after: string): TextReplacement | undefined {
  if (before === after) {
    return undefined;
  }
  const { content, end, start } = textChange(before, after);
  return { offset: start, length: end - start, content: withoutLineSeparators(content) };
}
