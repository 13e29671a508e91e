import {
  messageFromGridSchema,
  type GridInitialData,
  type GridCell,
  type GridColumn,
  type GridFilter,
  type GridRange,
  type GridRow,
  type GridSelect,
  type GridSort,
  type GridState,
  type GridText,
  type MessageFromGrid,
  type MessageToGrid,
  type KeptText,
} from '../../../src/labelGrid/protocol.ts';
import { droppedMessageSchema, type DroppedMessage } from '../../../src/webview/pageProtocol.ts';
import { fakeChoices, fakeColumns, made } from './fakeColumns.ts';
import { orderedRows } from './fakeOrder.ts';
import { originalRow, pastedLines, statusNames, type FakeRow } from './fakeRows.ts';

/** Options of a fake host. */
export interface FakeGridOptions {
  readonly purpose: 'table' | 'review';
  readonly rowCount: number;
  /** Word at the ends of the title, the account and the facts, such as the name of a file. */
  readonly word?: string;
}

type Message<Type extends MessageFromGrid['type']> = Extract<MessageFromGrid, { type: Type }>;

const nameColumn = 0;

/** Answers a grid as the extension does, from rows in memory. Runs in the page around the grid's frame. */
export class FakeGridHost {
  readonly columns: readonly GridColumn[];
  /** Messages from the grid, the oldest first. */
  readonly received: MessageFromGrid[] = [];
  /** Messages to the grid that it has dropped. */
  readonly dropped: DroppedMessage[] = [];
  /** Messages that did not match the protocol. */
  readonly refused: string[] = [];
  /** Values of all rows. */
  readonly values: FakeRow[];
  copied = '';
  draft: Message<'draft'>['draft'];
  readonly #options: FakeGridOptions;
  readonly #send: (message: MessageToGrid) => void;
  readonly #originals: readonly FakeRow[];
  readonly #unticked = new Set<number>();
  readonly #unchosen = new Set<string>();
  readonly #undo: FakeRow[][] = [];
  readonly #redo: FakeRow[][] = [];
  /** Rows that are shown, by order. */
  readonly #orders: number[][];
  #version = 1;
  #acknowledged = 0;
  #sort: GridSort | undefined;
  #filter: GridFilter = { words: '', columns: {}, facets: [] };
  #asked = { from: 0, to: 80 };
  #notice: string | undefined;
  #select: GridSelect | undefined;
  #readOnly: string | undefined;
  #isBusy = false;

  constructor(options: FakeGridOptions, send: (message: MessageToGrid) => void) {
    this.#options = options;
    this.#send = send;
    this.#originals = Array.from({ length: options.rowCount }, (_, index) => originalRow(index));
    this.values = this.#originals.map((row) => [...row]);
    this.#orders = [Array.from({ length: options.rowCount }, (_, index) => index)];
    this.columns = fakeColumns(options.purpose);
  }

  /** Initial data of the grid. */
  get initialData(): GridInitialData {
    return {
      title: made(`${this.#options.purpose === 'table' ? 'Labels' : 'Set Status'} ${this.#word}`),
      columns: [...this.columns],
      state: this.#state(),
    };
  }

  /** Takes a message of the grid. */
  receive(data: unknown): void {
    const dropped = droppedMessageSchema.safeParse(data);
    if (dropped.success) {
      this.dropped.push(dropped.data);
      return;
    }
    const message = messageFromGridSchema.safeParse(data);
    if (!message.success) {
      this.refused.push(JSON.stringify(data));
      return;
    }
    this.received.push(message.data);
    this.#answer(message.data);
  }

  /** Makes the grid read-only, or editable again. */
  lock(reason: string | undefined): void {
    this.#readOnly = reason;
    this.#changed();
  }

  /** Changes a value as somebody else in the text beside the grid does. */
  change(row: number, column: number, value: string): void {
    this.#write([{ row, column, value }]);
    this.#changed();
  }

  /** Sends something that no extension would. */
  sendRubbish(): void {
    // @ts-expect-error It does not match the protocol.
    this.#send({ type: 'rows', slice: 'none' });
  }

  /** Shown row as the number of a row of `values`. */
  rowAt(index: number): number {
    return this.#shown[index] ?? -1;
  }

  get #shown(): number[] {
    return this.#orders.at(-1) ?? [];
  }

  #answer(message: MessageFromGrid): void {
    if (this.#options.purpose === 'review' && 'sequence' in message && message.type !== 'ready') {
      // As the extension does, which has no changes of a review.
      return;
    }
    switch (message.type) {
      case 'ask':
        this.#changed();
        break;
      case 'ready':
        this.#restore(message);
        break;
      case 'resume':
        this.#edit(message, message.texts.map(this.#cellOf));
        break;
      case 'rows':
        this.#asked = { from: message.from, to: message.to };
        this.#send({
          type: 'rows',
          version: this.#version,
          order: this.#orders.length,
          slice: this.#slice(),
        });
        break;
      case 'sort':
        this.#sort = message.sort;
        this.#reorder(message);
        break;
      case 'filter':
        this.#filter = message.filter;
        this.#reorder(message);
        break;
      case 'edit':
        this.#edit(message, [
          { row: this.#rowOf(message), column: message.column, value: message.value },
        ]);
        break;
      case 'clear':
        this.#edit(
          message,
          this.#cells(message).map(({ column, row }) => ({ row, column, value: '' })),
        );
        break;
      case 'fillDown': {
        const top = this.#rowOf({ ...message, row: message.range.top });
        const cells = this.#cells(message).map(({ column, row }) => ({
          row,
          column,
          value: this.#value(top, column),
        }));
        this.#edit(message, cells);
        break;
      }
      case 'paste':
        this.#paste(message);
        break;
      case 'copy':
        this.copied = JSON.stringify(message.range);
        break;
      case 'step':
        this.#step(message);
        break;
      case 'tick':
        for (const row of this.#shown.slice(message.from, message.to)) {
          if (message.isTicked) {
            this.#unticked.delete(row);
          } else {
            this.#unticked.add(row);
          }
        }
        this.#changed();
        break;
      case 'choose':
        this.#unchosen[message.isChosen ? 'delete' : 'add'](message.id);
        this.#changed();
        break;
      case 'decided':
        this.#acknowledged = message.sequence;
        this.#notice = `Decided: ${message.side}.`;
        this.#changed();
        break;
      case 'draft':
        this.draft = message.draft;
        break;
      case 'press':
        this.#isBusy = message.button === 'primary';
        this.#changed();
        break;
      case 'widths':
        break;
    }
  }

  #restore({ view }: Message<'ready'>): void {
    if (view !== undefined) {
      this.#filter = view.filter;
      this.#sort = view.sort;
      this.#orders.push(this.#ordered());
    }
    if (view?.draft !== undefined) {
      const { column, row, value: text } = this.#cellOf(view.draft);
      const top = this.#shown.indexOf(row);
      this.#select = { top, left: column, bottom: top, right: column, text };
    }
    this.#changed();
  }

  readonly #cellOf = ({ column, row, value }: KeptText) => ({
    row: Number(row),
    column: this.columns.findIndex(({ id }) => id === column),
    value,
  });

  #paste(message: Message<'paste'>): void {
    const { content, range } = message;
    const { left, top } = range;
    const lines = pastedLines(content, range);
    const cells = lines.flatMap((line, down) =>
      line.flatMap((value, across) => {
        const row = this.#orderOf(message.order)[top + down];
        return row === undefined ? [] : { row, column: left + across, value };
      }),
    );
    const bottom = Math.min(top + lines.length, this.#shown.length) - 1;
    const right = Math.min(left + (lines[0]?.length ?? 1), this.columns.length) - 1;
    this.#select = { top, left, bottom, right };
    this.#edit(message, cells);
  }

  #edit(
    { sequence }: { readonly sequence: number },
    cells: readonly { readonly row: number; readonly column: number; readonly value: string }[],
  ): void {
    this.#acknowledged = sequence;
    const editable = cells.filter(({ column }) => this.columns[column]?.isEditable);
    if (this.#readOnly === undefined) {
      this.#write(editable);
    }
    const skipped = cells.length - editable.length;
    this.#notice = skipped > 0 ? `${skipped} read-only cells were left as they are.` : undefined;
    this.#changed();
  }

  #write(
    cells: readonly { readonly row: number; readonly column: number; readonly value: string }[],
  ): void {
    this.#undo.push(this.values.map((row) => [...row]).slice(0, 1000));
    this.#redo.length = 0;
    for (const { column, row, value } of cells) {
      const values = this.values[row];
      if (values !== undefined) {
        values[column - this.#first] = value;
      }
    }
  }

  #step({ sequence, step }: Message<'step'>): void {
    this.#acknowledged = sequence;
    const [from, to] = step === 'undo' ? [this.#undo, this.#redo] : [this.#redo, this.#undo];
    const kept = from.pop();
    if (kept !== undefined) {
      to.push(this.values.map((row) => [...row]).slice(0, 1000));
      for (const [index, row] of kept.entries()) {
        this.values[index] = row;
      }
    }
    this.#changed();
  }

  #cells({
    order,
    range,
  }: {
    readonly order: number;
    readonly range: GridRange;
  }): { row: number; column: number }[] {
    const rows = this.#orderOf(order).slice(range.top, range.bottom + 1);
    return rows.flatMap((row) =>
      Array.from({ length: range.right - range.left + 1 }, (_, index) => ({
        row,
        column: range.left + index,
      })),
    );
  }

  #orderOf(order: number): readonly number[] {
    return this.#orders[order - 1] ?? [];
  }

  #rowOf({ order, row }: { readonly order: number; readonly row: number }): number {
    return this.#orderOf(order)[row] ?? -1;
  }

  /** Number of the column that holds the first value. */
  get #first(): number {
    return this.#options.purpose === 'table' ? 0 : 1;
  }

  #value(row: number, column: number): string {
    return this.values[row]?.[column - this.#first] ?? '';
  }

  #reorder({ active, order }: Extract<MessageFromGrid, { type: 'sort' | 'filter' }>): void {
    const { column, row } = active;
    const activeRow = this.#rowOf({ order, row });
    const rows = this.#ordered();
    this.#orders.push(rows);
    const at = rows.indexOf(activeRow);
    if (at >= 0) {
      this.#select = { top: at, bottom: at, left: column, right: column };
    }
    this.#changed();
  }

  /** Rows that match the filter, in the order that was asked for. */
  #ordered(): number[] {
    return orderedRows(this.values, {
      columns: this.columns,
      first: this.#first,
      filter: this.#filter,
      sort: this.#sort,
      isChanged: (row) => this.#isChanged(row),
    });
  }

  #isChanged(row: number): boolean {
    return (
      this.#options.purpose === 'review' ||
      String(this.values[row]) !== String(this.#originals[row])
    );
  }

  #changed(): void {
    this.#version++;
    this.#send({ ...this.#state(), slice: this.#slice() });
    this.#select = undefined;
  }

  #slice(): { from: number; rows: GridRow[] } {
    const { from, to } = this.#asked;
    return { from, rows: this.#shown.slice(from, to).map((row) => this.#row(row)) };
  }

  get #word(): string {
    return this.#options.word ?? '';
  }

  #state(): GridState {
    const { purpose, rowCount } = this.#options;
    const ticked = this.#shown.length - this.#untickedCount();
    return {
      type: 'state',
      version: this.#version,
      account: made(`Ada Lovelace · ACME Europe · labels.example.com ${this.#word}`),
      order: this.#orders.length,
      acknowledged: this.#acknowledged,
      rowCount: this.#shown.length,
      totalCount: rowCount,
      filter: this.#filter,
      ...(this.#sort === undefined ? {} : { sort: this.#sort }),
      facets: [
        {
          id: 'changed',
          text: made('Changed'),
          count: purpose === 'review' ? rowCount : this.#changedCount(),
        },
        { id: 'conflict', text: made('Conflicts'), count: purpose === 'review' ? 1 : 0 },
        { id: 'problem', text: made('Problems'), count: 2 },
      ],
      ...(purpose === 'table' ? {} : { choices: fakeChoices(this.#unchosen) }),
      summary: made(
        purpose === 'table'
          ? ''
          : `${ticked} labels will change · 3 already have this value · 1 not found ${this.#word}`,
      ),
      counts: made(
        this.#shown.length === rowCount
          ? `${rowCount} labels`
          : `${this.#shown.length} of ${rowCount} labels`,
      ),
      ...(purpose === 'table'
        ? { primary: { text: made('Save'), isEnabled: this.#changedCount() > 0, canCancel: false } }
        : {
            ticks: ticksOf(ticked, this.#shown.length),
            primary: {
              text: made(`Apply ${ticked} Changes`),
              isEnabled: ticked > 0 && !this.#isBusy,
              canCancel: true,
            },
          }),
      ...(this.#notice === undefined ? {} : { notice: made(this.#notice) }),
      ...(this.#select === undefined ? {} : { select: this.#select }),
      ...(this.#readOnly === undefined ? {} : { readOnly: made(this.#readOnly) }),
      slice: this.#slice(),
    };
  }

  #untickedCount(): number {
    return this.#unticked.size === 0
      ? 0
      : this.#shown.filter((row) => this.#unticked.has(row)).length;
  }

  #changedCount(): number {
    return this.values.slice(0, 1000).filter((_, row) => this.#isChanged(row)).length;
  }

  #row(row: number): GridRow {
    const values = this.values[row] ?? [];
    if (this.#options.purpose === 'table') {
      return {
        id: String(row),
        cells: values.map((_, column) => this.#tableCell(row, column)),
      };
    }
    return {
      isTicked: !this.#unticked.has(row),
      cells: [{ text: made('') }, ...values.map((_, column) => this.#reviewCell(row, column))],
      ...(row === 6 ? { note: made('The service no longer has this label.') } : {}),
    };
  }

  #tableCell(row: number, column: number): GridCell {
    const value = this.values[row]?.[column] ?? '';
    const original = this.#originals[row]?.[column] ?? '';
    return {
      text: shownText(column, value),
      ...(this.columns[column]?.isEditable ? { value } : {}),
      ...(value === original ? {} : { original: shownText(column, original) }),
      ...(column < 2 && value === '' ? { problem: made('A name or code cannot be emptied.') } : {}),
      ...(column === 0 && row === 3 ? { warning: made('A space stands at the end.') } : {}),
      ...(column === 1 && row === 5 ? { theirs: { text: made('TG-12'), isConflict: true } } : {}),
      ...(column === 1 && row === 7 ? { theirs: { text: made('ועד 8'), isConflict: false } } : {}),
      ...(column === 2 && row === 4 ? { problem: made('A status is a whole number.') } : {}),
    };
  }

  #reviewCell(row: number, column: number): GridCell {
    const value = this.values[row]?.[column] ?? '';
    const before = shownText(column, value);
    if (column === 2 && value !== '3') {
      return { before, text: made('Archived (3)') };
    }
    if (column === nameColumn && row % 3 === 1) {
      return { before, text: made(value.replace(/ (?=\d)/, ' (elected) ')) };
    }
    return {
      text: column === 1 && row === 5 ? made('TG-13') : before,
      ...(column === 1 && row === 5
        ? { before, theirs: { text: made('TG-12'), isConflict: true } }
        : {}),
      ...(column === 1 && row === 2 ? { warning: made('Another label has this code.') } : {}),
    };
  }
}

function shownText(column: number, value: string): GridText {
  return made(column === 2 ? (statusNames[value] ?? value) : value);
}

function ticksOf(ticked: number, shown: number): 'all' | 'some' | 'none' {
  if (ticked === 0) {
    return 'none';
  }
  return ticked === shown ? 'all' : 'some';
}
