import { AnswerWatch } from '../../webview/client/answerWatch.ts';
import { element } from '../../webview/client/element.ts';
import { commandFor, isTextKey, type GridCommand } from '../model/gridKeys.ts';
import {
  belowHeader,
  cellCount,
  extended,
  inFirstRow,
  moved,
  movedOn,
  rangeOf,
  selectCell,
  selectColumns,
  selectRange,
  selectRows,
  within,
  type GridSelection,
  type GridSize,
} from '../model/gridSelection.ts';
import type { GridInitialData, GridRange, GridState, MessageToGrid } from '../protocol.ts';
import { ActiveCell } from './activeCell.ts';
import { Banners } from './banners.ts';
import { descriptionOf } from './cellContent.ts';
import { CellDetail } from './cellDetail.ts';
import { Changes } from './changes.ts';
import { listenToClipboard } from './clipboard.ts';
import { ColumnFilter } from './columnFilter.ts';
import { Columns } from './columns.ts';
import { contentWidth } from './contentWidth.ts';
import { EmptyNote } from './emptyNote.ts';
import { FilterBar } from './filterBar.ts';
import type { GridHost } from './gridHost.ts';
import { GridRows } from './gridRows.ts';
import { HeaderRow } from './headerRow.ts';
import { Heading } from './heading.ts';
import { applyHeights } from './heights.ts';
import { PointerSelection } from './pointerSelection.ts';
import { StatusBar } from './statusBar.ts';
import { listenToTicks } from './tickBoxes.ts';
import { valueLists } from './valueLists.ts';
import { WantedView } from './wantedView.ts';

const widthStep = 10;

/** Grid of labels: an editable table, or a review of changes. */
export class Grid {
  readonly #host: GridHost;
  readonly #columns: Columns;
  readonly #header: HeaderRow;
  readonly #rows: GridRows;
  readonly #active: ActiveCell;
  readonly #changes: Changes;
  readonly #view: WantedView;
  readonly #filterBar: FilterBar;
  readonly #columnFilter = new ColumnFilter();
  readonly #detail: CellDetail;
  readonly #status = new StatusBar();
  readonly #heading: Heading;
  readonly #scroller = element('div', { className: 'scroller' });
  readonly #empty = new EmptyNote();
  readonly #banners = new Banners();
  readonly #answers = new AnswerWatch((isLate) => (this.#banners.isLate = isLate));
  /** State from before the reload, if any. */
  readonly #restored: GridHost['viewState'];
  #state: GridState;
  #selection: GridSelection = selectCell({ row: 0, column: 0 });
  /** Number of moves by the user, and that number at the last message whose response may select other cells. */
  #moves = 0;
  #movesWhenAsked = 0;

  constructor(host: GridHost, initialData: GridInitialData) {
    this.#host = host;
    this.#state = initialData.state;
    this.#restored = host.viewState;
    this.#columns = new Columns({
      root: this.#scroller,
      columns: initialData.columns,
      kept: this.#restored?.widths ?? {},
      resized: (widths) => {
        host.send({ type: 'widths', widths });
        this.#remember();
      },
      onDidChange: () => this.#rows.render(),
    });
    this.#detail = new CellDetail((side) => {
      this.#changes.decide(this.#selection.active, side);
      this.#active.focus();
    });
    this.#heading = new Heading(initialData, this.#detail.root, {
      press: (button, event) => this.#press(button, event),
      choose: (id, isChosen) => this.#host.send({ type: 'choose', id, isChosen }),
      leave: () => this.#active.focus(),
    });
    const heights = applyHeights(this.#scroller);
    this.#header = new HeaderRow(this.#columns, {
      sort: (column) => this.#sort(column),
      openFilter: (column) => this.#openFilter(column),
      tickAll: (isTicked) => this.#tick(0, this.#state.rowCount, isTicked),
      fit: (column) => this.#columns.setWidth(column, contentWidth(this.#scroller, column)),
    });
    this.#changes = new Changes({
      host,
      answers: this.#answers,
      canChange: initialData.columns.some(({ isEditable }) => isEditable),
      endTyping: () => this.#active.commit(),
      keptText: (typed) => this.#rows.keptText(typed),
      onDidChange: () => this.#remember(),
    });
    this.#rows = new GridRows({
      host,
      answers: this.#answers,
      columns: this.#columns,
      scroller: this.#scroller,
      rowHeight: heights.row,
      headerHeight: heights.header,
      typedInto: (place) => this.#changes.typedInto(place),
      onDidRender: (areInSight) => {
        this.#active.update();
        this.#heading.showRowsInSight(areInSight);
      },
    });
    this.#active = new ActiveCell({
      scroller: this.#scroller,
      columns: this.#columns,
      header: this.#header,
      rows: this.#rows,
      changes: this.#changes,
    });
    this.#view = new WantedView(initialData.state, {
      host,
      leave: () => {
        this.#active.commit();
        this.#movesWhenAsked = this.#moves;
        return { order: this.#state.order, active: this.#selection.active };
      },
      onDidChange: () => this.#remember(),
    });
    this.#filterBar = new FilterBar(
      (filter) => this.#view.filter(filter),
      (isToFirst) => {
        if (isToFirst) {
          // The first matching row, even if it is not loaded yet.
          this.#select(selectCell({ ...this.#selection.active, row: 0 }));
        }
        this.#active.focus();
      },
    );
    this.#build(initialData);
    this.#listen();
    const first = initialData.columns.findIndex(({ kind }) => kind !== 'tick');
    this.#selection = this.#restored ?? selectCell({ row: 0, column: first });
    this.show(initialData.state);
    this.#scroller.scrollTo(this.#restored?.scroll ?? { top: 0, left: 0 });
    this.#active.takeFocus();
  }

  /** Requests the current state in the view from before the reload. */
  begin(): void {
    this.#answers.expect('state');
    this.#changes.begin(this.#restored?.view, this.#restored?.unacknowledged ?? []);
  }

  /** Shows a new state. */
  show(state: GridState): void {
    if (state.order !== this.#state.order) {
      // Committed while row numbers still mean the same rows as when the text was typed.
      this.#active.commit();
    }
    const hadNoRows = this.#state.rowCount === 0;
    this.#state = state;
    const isRefiltered = this.#view.adopt(state);
    this.#answers.came('state');
    this.#changes.acknowledge(state.acknowledged, state.order);
    this.#rows.show(state);
    this.#header.show(state);
    this.#filterBar.show(state);
    this.#heading.show(state);
    this.#active.isReadOnly = state.readOnly !== undefined;
    this.#banners.show(state);
    this.#detail.show(state);
    this.#scroller.ariaRowCount = String(state.rowCount + 1);
    this.#scroller.ariaReadOnly = String(state.readOnly !== undefined);
    this.#empty.show(state);
    // Not if the user has moved on: typed text would land in other cells.
    const hasStayed = this.#moves === this.#movesWhenAsked;
    const canSelect = hasStayed && !this.#active.isTyping;
    const select = canSelect ? state.select : undefined;
    // The filter excludes the label of the active cell.
    const isLeftOut = isRefiltered && hasStayed && state.select === undefined;
    const kept = isLeftOut ? inFirstRow(this.#selection) : this.#selection;
    const present = hadNoRows && hasStayed ? belowHeader(kept) : kept;
    const selection = select === undefined ? present : selectRange(select, present);
    this.#showSelection(within(selection, this.#size), select !== undefined);
    if (isLeftOut) {
      this.#rows.reveal({ ...this.#selection.active, row: 0 });
    }
    const { left, text, top } = state.select ?? {};
    const isTyped = left !== undefined && top !== undefined && text !== undefined;
    if (isTyped && !(canSelect && this.#active.resume(text))) {
      this.#changes.edit({ row: top, column: left }, text);
    }
  }

  /** Adds requested rows. */
  addRows(message: Extract<MessageToGrid, { type: 'rows' }>): void {
    this.#rows.add(message);
    this.#showDetail();
  }

  get #size(): GridSize {
    return { rows: this.#state.rowCount, columns: this.#columns.count, page: this.#rows.page };
  }

  get #range(): GridRange | undefined {
    return rangeOf(this.#selection);
  }

  #build({ title }: GridInitialData): void {
    const head = element('div', { className: 'head' }, this.#header.root);
    head.role = 'rowgroup';
    this.#scroller.role = 'grid';
    this.#scroller.ariaLabel = title;
    this.#scroller.ariaColCount = String(this.#columns.count);
    this.#scroller.ariaMultiSelectable = 'true';
    this.#scroller.append(head, this.#rows.root, this.#empty.root);
    document.body.replaceChildren(
      element(
        'main',
        {},
        this.#heading.root,
        this.#filterBar.root,
        ...this.#banners.elements,
        this.#scroller,
        this.#status.root,
      ),
      this.#columnFilter.root,
      ...valueLists(this.#columns.all),
    );
  }

  #listen(): void {
    document.addEventListener('keydown', (event) => this.#pressed(event));
    const pointer = new PointerSelection(this.#scroller, {
      select: (place, isExtending) => {
        this.#select(
          isExtending ? extended(this.#selection, place, this.#size) : selectCell(place),
        );
        this.#active.focus();
      },
      open: (place) => {
        this.#select(selectCell(place));
        this.#active.open();
      },
      openTyped: () => this.#active.open(),
      sort: (column) => this.#sort(column),
      selectColumn: (column, isExtending) => {
        const left = isExtending ? this.#selection.active.column : column;
        this.#select(selectColumns(this.#selection.active, left, column, this.#size), false);
        this.#active.focus();
      },
    });
    pointer.listen();
    listenToClipboard(this.#rows.cache, {
      range: () =>
        this.#scroller.contains(document.activeElement) && this.#active.keyMode === 'cell'
          ? this.#range
          : undefined,
      clear: (range) => this.#changeRange('clear', range),
      paste: (range, content) => {
        if (this.#state.readOnly === undefined) {
          this.#movesWhenAsked = this.#moves;
          this.#changes.paste(range, content);
        }
      },
      copyElsewhere: (range) => this.#host.send({ type: 'copy', order: this.#state.order, range }),
    });
    listenToTicks(this.#scroller, {
      tick: (row, isTicked) => this.#tick(row, row + 1, isTicked),
      focused: (place) => {
        const { active } = this.#selection;
        if (active.row !== place.row || active.column !== place.column) {
          this.#select(selectCell(place), false);
        }
      },
    });
    this.#scroller.addEventListener('scroll', () => {
      this.#scroller.classList.toggle('scrolled', this.#scroller.scrollLeft > 0);
    });
    this.#scroller.addEventListener('scrollend', () => this.#remember());
  }

  #pressed(event: KeyboardEvent): void {
    if (event.isComposing || this.#active.isComposing) {
      return;
    }
    const isInGrid = this.#scroller.contains(document.activeElement);
    if (isTextKey(event) && (this.#active.isTyping || !isInGrid)) {
      // VS Code would undo in the document, or select all text, which the next keystroke would replace.
      event.stopPropagation();
      return;
    }
    const { keyMode } = this.#active;
    const isEntering = keyMode === 'cell' && this.#selection.entryColumn !== undefined;
    const command = commandFor(isEntering ? 'entering' : keyMode, event);
    if (this.#state.readOnly !== undefined && command?.kind !== 'move') {
      this.#changes.ask();
    }
    const isOurs =
      command !== undefined &&
      (isInGrid || (command.kind === 'apply' && !this.#columnFilter.root.open));
    if (isOurs && this.#run(command, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Runs a command. Returns whether the grid has handled its key. */
  #run(command: GridCommand, event: KeyboardEvent): boolean {
    const { active, extent } = this.#selection;
    const range = this.#range;
    switch (command.kind) {
      case 'move':
        this.#select(moved(this.#selection, command.move, this.#size, command.isExtending));
        return true;
      case 'commit':
        return this.#moveOn(command);
      case 'open':
        this.#active.open();
        return this.#active.isEditable;
      case 'discard':
        this.#active.discard();
        return true;
      case 'lineBreak':
        this.#active.insertLineBreak();
        return true;
      case 'selectAll':
        this.#select(selectColumns(active, 0, this.#columns.count - 1, this.#size), false);
        return true;
      case 'selectColumns':
        this.#select(selectColumns(active, active.column, extent.column, this.#size), false);
        return true;
      case 'selectRows':
        this.#select(selectRows(this.#selection, this.#size), false);
        return true;
      case 'clear':
      case 'fillDown':
        return this.#changeRange(command.kind, range);
      case 'undo':
      case 'redo':
        this.#movesWhenAsked = this.#moves;
        this.#changes.step(command.kind);
        return true;
      case 'tick':
        return this.#tickSelected();
      case 'sort':
        this.#sort(active.column);
        return true;
      case 'openFilter':
        this.#openFilter(active.column);
        return true;
      case 'narrow':
      case 'widen':
        this.#columns.widen(active.column, command.kind === 'widen' ? widthStep : -widthStep);
        return true;
      case 'fillOrApply':
        if (range !== undefined && cellCount(range) > 1) {
          this.#active.fill(range);
          return true;
        }
        return event.isTrusted && this.#press('primary', event);
      case 'apply':
        return event.isTrusted && this.#press('primary', event);
      case 'search':
        this.#filterBar.focus();
        return true;
    }
  }

  /** Ends typing and moves on. Returns false if Tab leaves the grid: at the end of a row, unless typing. */
  #moveOn({ key, move }: Extract<GridCommand, { kind: 'commit' }>): boolean {
    const { isTyping } = this.#active;
    this.#active.commit();
    const { column } = this.#selection.active;
    const next = movedOn(this.#selection, key, move, this.#size);
    this.#select(next);
    return isTyping || key !== 'tab' || next.active.column !== column;
  }

  #select(selection: GridSelection, isRevealing = true): void {
    this.#active.commit();
    this.#moves++;
    this.#changes.forgetDraft();
    this.#showSelection(selection, isRevealing);
    this.#remember();
  }

  #showSelection(selection: GridSelection, isRevealing: boolean): void {
    this.#selection = selection;
    this.#active.place = selection.active;
    this.#rows.select(this.#range, selection.active.row);
    if (isRevealing) {
      this.#rows.reveal(selection.extent);
    }
    this.#rows.render();
    this.#status.show(this.#state, this.#range);
    this.#showDetail();
  }

  #showDetail(): void {
    const { active } = this.#selection;
    const row = this.#rows.row(active.row);
    const cell = this.#rows.data(active);
    const sentences = row === undefined || cell === undefined ? [] : descriptionOf(cell, row);
    // In a review, the user resolves conflicts with the check boxes.
    const canDecide = cell?.theirs?.isConflict === true && cell.value !== undefined;
    this.#detail.showMarks(sentences, canDecide);
  }

  #changeRange(type: 'clear' | 'fillDown', range: GridRange | undefined): boolean {
    if (range !== undefined && this.#state.readOnly === undefined) {
      // A single row is filled from the row above, as in spreadsheets.
      const isSingle = type === 'fillDown' && range.top === range.bottom;
      const top = isSingle ? Math.max(range.top - 1, 0) : range.top;
      this.#changes.changeRange(type, { ...range, top });
    }
    return true;
  }

  #tickSelected(): boolean {
    const range = this.#range;
    if (range === undefined || this.#state.ticks === undefined) {
      return false;
    }
    const row = this.#rows.row(this.#selection.active.row);
    this.#tick(range.top, range.bottom + 1, row?.isTicked !== true);
    return true;
  }

  #tick(from: number, to: number, isTicked: boolean): void {
    if (this.#state.readOnly === undefined) {
      this.#host.send({ type: 'tick', order: this.#state.order, from, to, isTicked });
    }
  }

  #sort(index: number): void {
    const column = this.#columns.all[index];
    if (column?.kind === 'tick') {
      this.#tick(0, this.#state.rowCount, this.#state.ticks !== 'all');
    } else if (column !== undefined) {
      this.#view.sortBy(column.id);
    }
  }

  #openFilter(index: number): void {
    const column = this.#columns.all[index];
    const header = this.#header.cell(index);
    if (column === undefined || header === undefined || column.kind === 'tick') {
      return;
    }
    this.#active.commit();
    const filtered = this.#view.value.filter.columns[column.id];
    this.#columnFilter.open(header, column, filtered, (wanted) => {
      this.#view.filterColumn(column.id, wanted);
      this.#active.focus();
    });
  }

  #press(button: 'primary' | 'cancel', event: KeyboardEvent | MouseEvent): boolean {
    const { order, primary } = this.#state;
    this.#active.commit();
    // The state does not yet include the last keystrokes.
    const isEnabled = primary?.isEnabled === true || this.#changes.isPending;
    const isPossible =
      primary !== undefined && (button === 'cancel' || this.#heading.accepts(event, isEnabled));
    if (isPossible) {
      this.#host.send({ type: 'press', button, order });
    }
    // Checks that the extension still responds.
    this.#changes.ask();
    return isPossible;
  }

  #remember(): void {
    const { scrollLeft, scrollTop } = this.#scroller;
    const { draft, rest } = this.#changes;
    this.#host.viewState = {
      ...this.#selection,
      scroll: { top: scrollTop, left: scrollLeft },
      widths: this.#columns.widths,
      view: {
        ...this.#view.value,
        ...(draft === undefined ? {} : { draft }),
      },
      ...rest,
    };
  }
}
