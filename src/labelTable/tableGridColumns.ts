import * as l10n from '@vscode/l10n';
import type { Label } from '../core/api/label.ts';
import { isEditableField, labelField, type EditableField } from '../core/api/labelFields.ts';
import { labelColumns } from '../core/labels/labelColumns.ts';
import { changeTimeField } from '../core/labels/list/changeTime.ts';
import { hasStatusNames, numberedStatus, type StatusNames } from '../core/labels/statusNames.ts';
import type { GridColumn } from '../labelGrid/protocol.ts';
import { pageText } from '../surfaces/pageText.ts';

/** Field that names the rows. */
const rowHeader: EditableField = 'labelName';

/** Widths of columns in CSS pixels. */
const widths = { rowHeader: 320, text: 220, wholeNumber: 140, id: 200, other: 160 } as const;

/** Maximum number of columns with fields that only the service knows. */
const maximumOthers = 12;

/** Number of labels whose records are searched for such fields. */
const searchedLabels = 100;

/**
 * Returns the columns of a table's grid: the name of the labels, their other fields and, read-only, their id
 * and the fields of `labels` that only the service knows.
 */
export function tableGridColumns(
  labels: Iterable<Pick<Label, 'record'>>,
  names: StatusNames,
): readonly GridColumn[] {
  const own = labelColumns.filter((column) => column !== rowHeader);
  const editable = [rowHeader, ...own].filter(isEditableField);
  const searched = firstOf(labels, searchedLabels);
  const timeField = searched.map(changeTimeField).find((field) => field !== undefined);
  const readOnly = [...own.filter((column) => !isEditableField(column)), ...otherFields(searched)];
  return [
    ...editable.map((field): GridColumn => {
      const { kind, title } = labelField(field);
      return {
        id: field,
        title: pageText(title()),
        kind,
        isEditable: true,
        isRowHeader: field === rowHeader,
        width: field === rowHeader ? widths.rowHeader : widths[kind],
        knownValues: hasStatusNames(field)
          ? Array.from(names.keys(), (value) => ({
              value: String(value),
              text: pageText(numberedStatus(value, names)),
            }))
          : [],
      };
    }),
    ...readOnly.map((id): GridColumn => ({
      id,
      title: pageText(id === 'id' ? l10n.t('ID') : id),
      kind: id === timeField ? 'time' : 'text',
      isEditable: false,
      isRowHeader: false,
      width: id === 'id' ? widths.id : widths.other,
      knownValues: [],
    })),
  ];
}

/** Returns the first `count` items. */
function firstOf<Item>(items: Iterable<Item>, count: number): readonly Item[] {
  const first: Item[] = [];
  for (const item of items) {
    if (first.push(item) >= count) {
      break;
    }
  }
  return first;
}

/** Returns the names of the fields that labels have in addition to the table's columns. */
function otherFields(labels: readonly Pick<Label, 'record'>[]): readonly string[] {
  const fields = new Set(labels.flatMap(({ record }) => Object.keys(record)));
  return Array.from(fields)
    .filter((name) => labelColumns.every((column) => column !== name))
    .slice(0, maximumOthers);
}
