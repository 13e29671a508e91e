import * as l10n from '@vscode/l10n';
import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { LabelRecord } from '../../api/label.ts';
import { parseExactJson } from '../../text/exactJson.ts';

/** A span of a text: offset and length in UTF-16 units. */
export interface TextSpan {
  readonly offset: number;
  readonly length: number;
}

/** Where one field of a label stands in its text. */
interface LabelTextField {
  readonly key: TextSpan;
  readonly value: TextSpan;
}

/** A label's text as it was read. */
export type LabelText =
  | {
      readonly kind: 'object';
      readonly values: LabelRecord;
      readonly fields: ReadonlyMap<string, LabelTextField>;
      /** Fields that stand there more than once: the place of each repetition. */
      readonly repeated: readonly { readonly field: string; readonly place: TextSpan }[];
    }
  | { readonly kind: 'invalid'; readonly message: string; readonly place: TextSpan };

/** `value` as JSON, made safe for an editor. */
export function jsonText(value: unknown, indentation = 0): string {
  return withoutLineSeparators(JSON.stringify(value, undefined, indentation));
}

/**
 * `json` with U+2028 and U+2029 escaped, which can only stand inside of strings: editors take them for
 * line ends, and VS Code offers to remove them.
 */
export function withoutLineSeparators(json: string): string {
  return json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}

/** The text of a label document: the whole record as JSON, in the order of the service. */
export function labelText(record: LabelRecord): string {
  return `${jsonText(record, 2)}\n`;
}

/** Reads the text of a label document: strict JSON (RFC 8259) with an object at its root. */
export function parseLabelText(text: string): LabelText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  const values = parseStrictly(text);
  const [error] = errors;
  if (values.kind === 'failed' || error !== undefined || root === undefined) {
    return {
      kind: 'invalid',
      message: l10n.t('This is not valid JSON.'),
      place: { offset: error?.offset ?? 0, length: error?.length ?? text.length },
    };
  }
  if (!isRecord(values.value)) {
    return {
      kind: 'invalid',
      message: l10n.t('A label must be a JSON object.'),
      place: placeOf(root),
    };
  }
  return { kind: 'object', values: values.value, ...fieldsOf(root) };
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

type Parsed = { readonly kind: 'parsed'; readonly value: unknown } | { readonly kind: 'failed' };

function parseStrictly(text: string): Parsed {
  try {
    return { kind: 'parsed', value: parseExactJson(text) };
  } catch {
    return { kind: 'failed' };
  }
}
