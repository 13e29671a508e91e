import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import { shownCountText } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import { isLabelId } from '../core/account/labelAddress.ts';
import { isEditableField, type EditableField } from '../core/api/labelFields.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { valueOf } from '../core/labels/changes/plan/changeSet.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { keepOwn } from '../core/labels/table/rebaseTable.ts';
import type { RowOrderOptions } from '../core/labels/table/rowOrder.ts';
import { cellOf, columnOf } from '../core/labels/table/tableColumns.ts';
import type { RowChange } from '../core/labels/table/tableModel.ts';
import { TableRows } from '../core/labels/table/tableRows.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { copiedText } from '../labelGrid/copiedText.ts';
import {
  oneCell,
  type GridAction,
  type GridContent,
  type GridContentState,
} from '../labelGrid/gridContent.ts';
import type {
  GridColumn,
  GridFilter,
  GridRange,
  GridRow,
  GridSelect,
  GridSort,
  GridView,
  KeptText,
} from '../labelGrid/protocol.ts';
import { pageText } from '../surfaces/pageText.ts';
import { changedRange } from './changedRange.ts';
import type { PageChanges } from './pageChanges.ts';
import { PendingCellAction, type CellAction, type RequestedEdits } from './requestedEdits.ts';
import { lostTextMessage, resumedCell, resumedEdits } from './resumedTexts.ts';
import type { TableEdits } from './tableEdits.ts';
import type { TableFile } from './tableFile.ts';
import { tableFacets, viewOf, wholeTable, type TableFacet } from './tableFilter.ts';
import { tableGridColumns } from './tableGridColumns.ts';
import { tableGridRow } from './tableGridRow.ts';

const facetTexts: Readonly<Record<TableFacet, () => string>> = {
  changed: () => vscode.l10n.t('Changed Here'),
  problem: () => vscode.l10n.t('With Problems'),
  foreign: () => vscode.l10n.t('Changed by Others'),
  repeatedCode: () => vscode.l10n.t('Duplicate Codes'),
  repeatedName: () => vscode.l10n.t('Duplicate Names'),
};

type Action<Type extends GridAction['type']> = Extract<GridAction, { readonly type: Type }>;

/** Text in an open cell that is not committed yet. */
type Draft = NonNullable<Action<'draft'>['draft']>;

/** Dependencies of a table's grid. */
export interface TableGridOptions {
  readonly title: string;
  readonly open: Pick<TableFile, 'account' | 'onDidChange' | 'readOnly' | 'table' | 'uri'>;
  readonly edits: TableEdits;
  readonly changes: PageChanges;
  readonly names: () => StatusNames;
  /** Returns whether the grid is the active editor. */
  readonly isActive: () => boolean;
  /** Saves the document at the user's request. */
  readonly save: () => Promise<void>;
}

/** A table as the content of a grid. */
export class TableGrid implements GridContent, Disposable {
  readonly title;
  readonly columns: readonly GridColumn[];
  readonly #options: TableGridOptions;
  readonly #rows: TableRows;
  /** Fields of the columns; undefined for read-only columns. */
  readonly #fields: readonly (EditableField | undefined)[];
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<GridSelect | undefined>());
  readonly onDidChange = this.#onDidChange.event;
  #filter: GridFilter = wholeTable;
  #sort: GridSort | undefined;
  #draft: Draft | undefined;
  /** Message about the last action; undefined if there is none. */
  #notice: string | undefined;
  /** True during an undo or redo, after which the changed cells are selected. */
  #isStepping = false;

  private constructor(options: TableGridOptions, rows: TableRows) {
    const { names, open, title } = options;
    this.#options = options;
    this.#rows = this.#disposables.add(rows);
    this.title = pageText(title);
    this.columns = tableGridColumns(rows.table.base.labels.values(), names());
    this.#fields = this.columns.map(({ id }) => (isEditableField(id) ? id : undefined));
    this.#disposables.add(rows.onDidChange((change) => this.#changed(change)));
    this.#disposables.add(open.onDidChange(() => this.#onDidChange.fire(undefined)));
  }

  /** Creates the grid of a table once it has been read. Throws `CancelledError`. */
  static async of(options: TableGridOptions, signal: AbortSignal): Promise<TableGrid> {
    const { open } = options;
    return new TableGrid(options, await TableRows.of(open.table, { orderOptions }, signal));
  }

  get state(): GridContentState {
    const { account } = this.#options.open;
    const { shownCount, table } = this.#rows;
    const readOnly = this.#readOnly;
    const notice = this.#notice;
    return {
      account: pageText(account === undefined ? '' : accountText(account)),
      order: this.#rows.order,
      acknowledged: this.#options.changes.taken,
      rowCount: shownCount,
      totalCount: table.model.rowCount,
      ...(this.#sort === undefined ? {} : { sort: this.#sort }),
      filter: this.#filter,
      facets: tableFacets.map((facet) => ({
        id: facet,
        text: pageText(facetTexts[facet]()),
        count: this.#countOf(facet),
      })),
      summary: pageText(joinSentences(this.#facts)),
      counts: pageText(shownCountText(shownCount, table.model.rowCount)),
      ...(readOnly === undefined ? {} : { readOnly: pageText(readOnly) }),
      ...(notice === undefined ? {} : { notice: pageText(notice) }),
      primary: {
        text: pageText(vscode.l10n.t('Save')),
        isEnabled: table.changedRows > 0 && readOnly === undefined,
        canCancel: false,
      },
    };
  }

  rows(from: number, to: number, order = this.#rows.order): readonly GridRow[] {
    const { table } = this.#rows;
    const surroundings = { columns: this.columns, table, names: this.#options.names() };
    return this.#rows
      .slice(from, to, order)
      .map((row) =>
        row === undefined
          ? { cells: this.columns.map(() => ({ text: pageText('') })) }
          : tableGridRow(row, surroundings),
      );
  }

  async act(action: GridAction): Promise<void> {
    const { changes, edits, save } = this.#options;
    // Neither is an action of the user: `draft` follows each keystroke, and `resume` follows `ready`.
    if (action.type !== 'draft' && action.type !== 'resume') {
      this.#notice = undefined;
    }
    if (action.type === 'ready') {
      this.#draft = undefined;
      edits.resetRefusal();
      const isLatest = changes.begin(action);
      if (action.view !== undefined) {
        await this.#restore(action.view, isLatest);
      }
      return;
    }
    const received = changes.receive('sequence' in action ? action.sequence : 0);
    switch (action.type) {
      case 'resume':
        await this.#resume(action, received);
        break;
      case 'sort':
        this.#sort = action.sort;
        await this.#show(action);
        break;
      case 'filter':
        this.#filter = action.filter;
        await this.#show(action);
        break;
      case 'copy':
        await edits.runAfterEdits(async () => await this.#copy(action));
        break;
      case 'draft':
        this.#draft = action.draft;
        break;
      case 'edit':
      case 'clear':
      case 'fillDown':
      case 'paste':
        await this.#edit(action);
        break;
      case 'step':
        await edits.runAfterEdits(async () => await this.#step(action));
        this.#acknowledge(action);
        break;
      case 'decided':
        await this.#decide(action);
        break;
      case 'press':
        if (action.button === 'primary') {
          await edits.whenSettled();
          await save();
        }
        break;
      // A table has neither ticks nor choices.
      case 'tick':
      case 'choose':
        break;
    }
  }

  /** The open cell and its text; undefined if there is none, or the table contains the text already. */
  get draftedCell(): KeptText | undefined {
    const draft = this.#draft;
    const field = draft && this.#fields[draft.column];
    const row = draft && this.#rows.rowAt(draft.row, draft.order);
    return field === undefined || row === undefined || row.cells[columnOf(field)] === draft?.value
      ? undefined
      : { row: row.id, column: field, value: draft?.value ?? '' };
  }

  /** Commits the text in the open cell, as its page may no longer be able to. */
  async commitDraft(): Promise<void> {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft !== undefined) {
      const { column, order, row, value } = draft;
      await this.#request({ type: 'edit', sequence: 0, order, row, column, value, isTyped: true });
    }
    await this.#options.edits.whenSettled();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Sentences about the whole table. */
  get #facts(): readonly string[] {
    const { changedRows, problemRows } = this.#rows.table;
    return [
      // Always present, so that the first change does not move the rows.
      changedRows === 0
        ? vscode.l10n.t('No unsaved changes.')
        : countText(changedRows, {
            one: (count) => vscode.l10n.t('{0} label has unsaved changes.', count),
            other: (count) => vscode.l10n.t('{0} labels have unsaved changes.', count),
          }),
      ...(problemRows === 0
        ? []
        : [
            countText(problemRows, {
              one: (count) => vscode.l10n.t('{0} row has a problem that prevents saving.', count),
              other: (count) => vscode.l10n.t('{0} rows have problems that prevent saving.', count),
            }),
          ]),
    ];
  }

  get #readOnly(): string | undefined {
    const { edits, open } = this.#options;
    return (
      open.readOnly ??
      (edits.isRefused
        ? vscode.l10n.t('This document is read-only in VS Code. It cannot be changed here.')
        : undefined)
    );
  }

  async #edit(action: CellAction): Promise<void> {
    if (action.type === 'paste' && action.content === '') {
      this.#acknowledge(action);
      return;
    }
    const { order } = this.#rows;
    const made = await this.#request(action);
    this.#notice = made === undefined ? undefined : noticeOf(made);
    const isSameOrder = action.order === order && order === this.#rows.order;
    const canSelect = action.type === 'paste' && isSameOrder;
    this.#acknowledge(action, canSelect ? made?.filled : undefined);
  }

  /** Copies the cells of the rows that the user has selected. */
  async #copy({ order, range }: Action<'copy'>): Promise<void> {
    const rows = (from: number, to: number): readonly GridRow[] => this.rows(from, to, order);
    await vscode.env.clipboard.writeText(await copiedText({ rows }, range));
  }

  /** Applies the edits that an action requests. Returns them; undefined if VS Code has not accepted them. */
  async #request(action: CellAction): Promise<RequestedEdits | undefined> {
    const request = new PendingCellAction(action, this.#fields);
    let made: RequestedEdits | undefined;
    const isTaken = await this.#options.edits.apply(async () => {
      made = await request.editsIn(this.#rows);
      return made.edits;
    });
    return isTaken ? made : undefined;
  }

  async #step({ step }: Action<'step'>): Promise<void> {
    // VS Code's undo and redo commands act on the document in the active editor.
    if (this.#options.open.readOnly !== undefined) {
      return;
    }
    if (!this.#options.isActive()) {
      this.#notice =
        step === 'undo'
          ? vscode.l10n.t('Nothing was undone: the table is no longer in the active editor.')
          : vscode.l10n.t('Nothing was redone: the table is no longer in the active editor.');
      return;
    }
    this.#isStepping = true;
    try {
      await vscode.commands.executeCommand(step);
    } finally {
      this.#isStepping = false;
    }
  }

  /**
   * Resolves the conflict in a cell: takes the service's value, or keeps the table's value to overwrite that
   * of the service.
   */
  async #decide(action: Action<'decided'>): Promise<void> {
    const { edits, open } = this.#options;
    const { column, order, row, side } = action;
    const field = this.#fields[column];
    const id = this.#rows.rowAt(row, order)?.id ?? '';
    const label = isLabelId(id) ? this.#rows.table.base.labels.get(id) : undefined;
    if (field !== undefined && label !== undefined) {
      if (side === 'theirs') {
        const value = cellOf(label[field]);
        await this.#request({ ...action, type: 'edit', value, isTyped: true });
      } else {
        await edits.runAfterEdits(async () => {
          const current = valueOf(label, field);
          const { base } = await open.table.ready();
          const conflict = { id: label.id, field, current, before: undefined, wanted: undefined };
          open.table.recheck(keepOwn(base, [conflict]));
        });
      }
    }
    this.#acknowledge(action);
  }

  /** Applies the view from before the reload and, if `isLatest`, reopens the cell in which the user was typing. */
  async #restore({ draft, filter, sort }: GridView, isLatest: boolean): Promise<void> {
    if (!isDeepStrictEqual([filter, sort], [this.#filter, this.#sort])) {
      this.#filter = filter;
      this.#sort = sort;
      await this.#rows.show(viewOf(filter, sort));
    }
    if (draft === undefined || !isLatest) {
      return;
    }
    const cell =
      this.#readOnly === undefined ? resumedCell(draft, this.#rows, this.columns) : undefined;
    if (cell === undefined) {
      this.#noteLost([draft]);
    }
    this.#onDidChange.fire(cell);
  }

  /** Repeats the edits from before the reload, except the changes up to the number `received`. */
  async #resume(action: Action<'resume'>, received: number): Promise<void> {
    const { edits } = this.#options;
    // Received changes are not repeated: a page that is moved to another window has lost none, and they may
    // have been undone since.
    const texts = action.texts.filter(({ sequence }) => sequence > received);
    // Earlier edits may be waiting until the table is unlocked.
    await edits.whenSettled();
    let lost: readonly KeptText[] = texts;
    if (texts.length > 0 && this.#readOnly === undefined) {
      const isTaken = await edits.apply(() => {
        const made = resumedEdits(texts, this.#rows.table.model);
        ({ lost } = made);
        return made.edits;
      });
      lost = isTaken ? lost : texts;
    }
    this.#noteLost(lost);
    this.#acknowledge(action);
  }

  #noteLost(texts: readonly KeptText[]): void {
    const sentences = texts.map(lostTextMessage);
    if (sentences.length > 0) {
      this.#notice = joinSentences([
        ...(this.#notice === undefined ? [] : [this.#notice]),
        ...sentences,
      ]);
    }
  }

  #acknowledge({ sequence }: { readonly sequence: number }, select?: GridRange): void {
    this.#options.changes.take(sequence);
    this.#onDidChange.fire(select);
  }

  /** Applies the filter and the sort. The active cell stays on its label. */
  async #show({ active, order }: Action<'sort' | 'filter'>): Promise<void> {
    const row = this.#rows.rowAt(active.row, order);
    const [filter, sort] = [this.#filter, this.#sort];
    await this.#options.edits.show(async () => {
      if (filter !== this.#filter || sort !== this.#sort) {
        return;
      }
      await this.#rows.show(viewOf(filter, sort));
      const [present] = row === undefined ? [] : this.#rows.table.model.rowsOf(row.id);
      const number = this.#rows.numberOf(present);
      this.#onDidChange.fire(number === undefined ? undefined : oneCell(number, active.column));
    });
  }

  #changed(change: RowChange | undefined): void {
    this.#onDidChange.fire(
      this.#isStepping && change !== undefined
        ? changedRange(change, this.#rows, this.#fields)
        : undefined,
    );
  }

  #countOf(facet: TableFacet): number {
    const { table } = this.#rows;
    switch (facet) {
      case 'changed':
        return table.changedRows;
      case 'problem':
        return table.problemRows;
      case 'foreign':
        return table.foreignRows;
      case 'repeatedCode':
        return table.repeatedRows('labelCode');
      case 'repeatedName':
        return table.repeatedRows('labelName');
    }
  }
}

/** Returns the current values that a view depends on. */
function orderOptions(): Omit<RowOrderOptions, 'signal'> {
  return { locale: textLanguage(), now: Date.now() };
}

/** Returns sentences about the parts that an edit has left out; undefined if there are none. */
function noticeOf({ filled, hasReadOnly, rowsLeftOut }: RequestedEdits): string | undefined {
  const sentences = [
    ...(filled === undefined
      ? [vscode.l10n.t('Nothing was changed: the row is no longer in the table.')]
      : []),
    ...(hasReadOnly ? [vscode.l10n.t('Read-only cells were not changed.')] : []),
    ...(rowsLeftOut === 0
      ? []
      : [
          countText(rowsLeftOut, {
            one: (count) => vscode.l10n.t('{0} row did not fit into the table.', count),
            other: (count) => vscode.l10n.t('{0} rows did not fit into the table.', count),
          }),
        ]),
  ];
  return sentences.length === 0 ? undefined : joinSentences(sentences);
}
