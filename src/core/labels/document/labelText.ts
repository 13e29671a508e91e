import * as l10n from '@vscode/l10n';
import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { LabelRecord } from '../../api/label.ts';
import { parseJson } from '../../text/exactJson.ts';
import { withoutDeepLevels } from '../../text/jsonDepth.ts';

/** Span of a text: offset and length in UTF-16 units. */
export interface TextSpan {
  readonly offset: number;
  readonly length: number;
}

/** Range of a field in a label's text. */
interface LabelTextField {
  readonly key: TextSpan;
  readonly value: TextSpan;
}

/** Parsed text of a label. */
export type LabelText =
  | {
      readonly kind: 'object';
      readonly values: LabelRecord;
      readonly fields: ReadonlyMap<string, LabelTextField>;
      /** Fields that occur more than once, with the position of each repetition. */
      readonly repeated: readonly { readonly field: string; readonly place: TextSpan }[];
    }
  | { readonly kind: 'invalid'; readonly message: string; readonly place: TextSpan };

/** Formats `value` as JSON that is safe for editors. */
export function jsonText(value: unknown, indentation = 0): string {
  return withoutLineSeparators(JSON.stringify(value, undefined, indentation));
}

/**
 * Escapes U+2028 and U+2029 in `json`, where they occur only inside strings: editors treat them as line ends,
 * and VS Code offers to remove them.
 */
export function withoutLineSeparators(json: string): string {
  return json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}

/** Text of a label document: the whole record as JSON, in the order of the service. */
export function labelText(record: LabelRecord): string {
  return `${jsonText(record, 2)}\n`;
}

/** Parses the text of a label document: strict JSON (RFC 8259) with an object at its root. */
export function parseLabelText(text: string): LabelText {
  if (withoutDeepLevels(text) !== text) {
    const message = l10n.t('This is nested too deeply.');
    return { kind: 'invalid', message, place: { offset: 0, length: text.length } };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  const values = parseJson(text);
  const [error] = errors;
  if (values === undefined || error !== undefined || root === undefined) {
    return {
      kind: 'invalid',
      message: l10n.t('This is not valid JSON.'),
      place: { offset: error?.offset ?? 0, length: error?.length ?? text.length },
    };
  }
  if (!isRecord(values)) {
    return {
      kind: 'invalid',
      message: l10n.t('A label must be a JSON object.'),
      place: placeOf(root),
    };
  }
  return { kind: 'object', values, ...fieldsOf(root) };
}

function fieldsOf(root: Node): Pick<Extract<LabelText, { kind: 'object' }>, 'fields' | 'repeated'> {
  const fields = new Map<string, LabelTextField>();
  const repeated: { field: string; place: TextSpan }[] = [];
  for (const property of root.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key !== undefined && value !== undefined && typeof key.value === 'string') {
      const field: string = key.value;
      if (fields.has(field)) {
        repeated.push({ field, place: placeOf(key) });
      }
      // The last one counts, as for JSON.parse.
      fields.set(field, { key: placeOf(key), value: placeOf(value) });
    }
  }
  return { fields, repeated };
}

function placeOf({ offset, length }: Node): TextSpan {
  return { offset, length };
}

function isRecord(value: unknown): value is LabelRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
