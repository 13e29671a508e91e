import { surfaceText } from '../../../src/core/text/surfaceText.ts';
import type { GridColumn, GridState, GridText } from '../../../src/labelGrid/protocol.ts';
import { statusNames } from './fakeRows.ts';

/** Columns of a grid that is used as a table or as a review. */
export function fakeColumns(purpose: 'table' | 'review'): readonly GridColumn[] {
  const isEditable = purpose === 'table';
  const column = (
    id: string,
    title: string,
    kind: GridColumn['kind'],
    width: number,
    more: Partial<GridColumn> = {},
  ): GridColumn => ({
    id,
    title: made(title),
    kind,
    width,
    isEditable,
    isRowHeader: false,
    knownValues: [],
    ...more,
  });
  const known = Object.entries(statusNames).map(([value, text]) => ({ value, text: made(text) }));
  return [
    ...(isEditable ? [] : [column('tick', 'Include', 'tick', 34)]),
    column('labelName', 'Name', 'text', 300, { isRowHeader: true }),
    column('labelCode', 'Code', 'text', 180),
    column('labelStatus', 'Status', 'wholeNumber', isEditable ? 130 : 220, {
      knownValues: known,
    }),
    column('changedAt', 'Changed', 'time', 130, { isEditable: false }),
    column('remark', 'remark', 'text', 200, { isEditable: false }),
  ];
}

/** Makes text for the page of a grid. */
export function made(text: string): GridText {
  return surfaceText('form', [text]);
}

/** Choices of a review, of which some are not chosen. */
export function fakeChoices(unchosen: ReadonlySet<string>): NonNullable<GridState['choices']> {
  const items = ['Name', 'Status'].map((id) => ({
    id,
    text: made(id),
    isChosen: !unchosen.has(id),
  }));
  return { title: made('Fields to copy:'), items };
}
