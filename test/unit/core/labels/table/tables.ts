import assert from 'node:assert/strict';
import { accountOf } from '../../../../../src/core/account/account.ts';
import { isTableId, type TableAddress } from '../../../../../src/core/account/tableAddress.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import type { EditableField } from '../../../../../src/core/api/labelFields.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import type { TextReplacement } from '../../../../../src/core/labels/document/labelDocumentEdit.ts';
import { cellEdits } from '../../../../../src/core/labels/table/cellEdits.ts';
import { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import type { TableModel } from '../../../../../src/core/labels/table/tableModel.ts';
import { labelOf } from '../arbitraryLabels.ts';

/** Labels A, B, C… with these names, codes a, b, c… and the status 1. */
export function labelsNamed(...names: readonly string[]): readonly Label[] {
  return names.map((labelName, index) => {
    const letter = String.fromCharCode(65 + index);
    return labelOf({ id: letter, labelCode: letter.toLowerCase(), labelName, labelStatus: 1 });
  });
}

/** Table of `labels` with the text that they open with, or another. */
export async function tableOf(labels: readonly Label[], text?: string): Promise<LabelTable> {
  const base = await TableBase.of(labels);
  return await LabelTable.of(base, text ?? (await base.text()));
}

/** Types a text into a cell of the row with this id. */
export async function setCell(
  table: LabelTable,
  id: string,
  field: EditableField,
  cell: string,
): Promise<void> {
  const row = table.model.rowsOf(id)[0]?.index ?? -1;
  table.apply((await cellEdits(table.model, [{ row, field, cell }])) ?? []);
}

/** Returns `text` after `changes`, whose offsets are those before all of them. */
export function changedText(text: string, changes: readonly TextReplacement[]): string {
  return changes
    .toSorted((one, other) => other.offset - one.offset || other.length - one.length)
    .reduce(
      (before, { content, length, offset }) =>
        before.slice(0, offset) + content + before.slice(offset + length),
      text,
    );
}

/** Whole text that a model has followed. */
export function textOf(model: TableModel): string {
  return model.textBetween(0, model.length);
}

/** Address of the table with a number from 0 to 9, of an account of a user. */
export function addressOf(number: number, user = 'user'): TableAddress {
  const tableId = `00000000-0000-4000-8000-00000000000${number}`;
  assert.ok(isTableId(tableId));
  return { accountId: accountOf(parseBaseUrl('https://example.com'), 'acme', user).id, tableId };
}
