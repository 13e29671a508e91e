import type { CellPlace } from '../../../src/labelGrid/model/gridSelection.ts';

const rows = 30;
const columns = 5;
/** Columns from here on are read-only. */
const readOnlyFrom = 3;

/** Step of a person. */
export type GridStep =
  | { readonly kind: 'press'; readonly key: string }
  | {
      readonly kind: 'click';
      readonly row: number;
      readonly column: number;
      readonly isExtending: boolean;
    };

interface Open {
  readonly isOpened: boolean;
  text: string;
}

const arrows: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const lettersToType = ['x', 'Y', '7', 'ä', '-'] as const;

/**
 * Selection and values that a person expects of a grid with thirty rows; written apart from the grid, from what
 * spreadsheets do.
 */
export class GridModel {
  active: CellPlace = { row: 0, column: 0 };
  /** Fixed corner of the range. */
  anchor: CellPlace = this.active;
  extent: CellPlace = this.active;
  values: string[][];
  #open: Open | undefined;
  /** Column in which values began to be entered with Tab after each. */
  #entryColumn: number | undefined;
  readonly #undo: string[][][] = [];
  readonly #redo: string[][][] = [];

  constructor(values: readonly (readonly string[])[]) {
    this.values = values.map((row) => [...row]);
  }

  /** Steps that mean something now. */
  get steps(): readonly string[] {
    const letters = [...lettersToType];
    if (this.#open !== undefined) {
      const leaving = this.#open.isOpened ? [] : Object.keys(arrows);
      return [
        ...letters,
        ...letters,
        'Backspace',
        'Enter',
        'Shift+Enter',
        'Tab',
        'Control+Enter',
        'Escape',
        ...leaving,
      ];
    }
    const moves = [...Object.keys(arrows), 'Home', 'End', 'Control+Home', 'Control+End'];
    if (this.active.row < 0) {
      return moves;
    }
    const extending = [...Object.keys(arrows), 'Home', 'End', 'Control+End'].map(
      (key) => `Shift+${key}`,
    );
    const changing = ['F2', 'Enter', 'Delete', 'Backspace', 'Control+d', 'Control+z', 'Control+y'];
    const selecting = ['Control+a', 'Shift+Space', 'Control+Space'];
    const entering =
      this.#entryColumn === undefined
        ? []
        : [
            'Shift+Enter',
            ...(this.active.column < columns - 1 ? ['Tab', 'Tab', 'Tab'] : []),
            ...(this.active.column > 0 ? ['Shift+Tab'] : []),
          ];
    return [...moves, ...extending, ...letters, ...letters, ...changing, ...selecting, ...entering];
  }

  /** Selected cells, as the page names them; none if a header is active. */
  get selected(): string[] {
    if (this.active.row < 0) {
      return [];
    }
    return this.#range.map(({ column, row }) => `${row},${column}`);
  }

  /** Text in the open cell. */
  get text(): string | undefined {
    return this.#open?.text;
  }

  take(step: GridStep): void {
    if (step.kind === 'click') {
      this.#commit();
      this.#select(step, step.isExtending);
      return;
    }
    if (this.#open === undefined) {
      if (this.#entryColumn !== undefined && /Tab|Enter/.test(step.key)) {
        this.#moveOn(step.key);
      } else {
        this.#pressOnCell(step.key);
      }
    } else {
      this.#pressInText(this.#open, step.key);
    }
  }

  #pressInText(open: Open, key: string): void {
    const arrow = arrows[key];
    if (key.length === 1) {
      open.text += key;
    } else if (key === 'Backspace') {
      open.text = Array.from(open.text).slice(0, -1).join('');
    } else if (key === 'Escape') {
      this.#open = undefined;
    } else if (key === 'Control+Enter') {
      if (this.#range.length > 1) {
        this.#open = undefined;
        this.#write(() => open.text);
      } else {
        // Saves.
        this.#commit();
      }
    } else {
      this.#commit();
      if (arrow === undefined) {
        this.#moveOn(key);
      } else {
        this.#moveInRows(arrow);
      }
    }
  }

  #moveOn(key: string): void {
    const column = this.#entryColumn ?? this.active.column;
    if (key.endsWith('Tab')) {
      this.#moveInRows([0, key === 'Tab' ? 1 : -1]);
      this.#entryColumn = column;
    } else {
      this.active = { ...this.active, column };
      this.#moveInRows([key === 'Enter' ? 1 : -1, 0]);
    }
  }

  /** Moves without reaching the headers. */
  #moveInRows([down, right]: readonly [number, number]): void {
    this.#move([Math.max(down, -this.active.row), right], false);
  }

  #pressOnCell(key: string): void {
    const isExtending = key.startsWith('Shift+');
    const name = key.replace('Shift+', '');
    const arrow = arrows[name];
    const from = isExtending ? this.extent : this.active;
    if (arrow !== undefined) {
      this.#move(arrow, isExtending);
    } else if (name === 'Home' || name === 'End') {
      this.#select({ ...from, column: name === 'Home' ? 0 : columns - 1 }, isExtending);
    } else if (name === 'Control+Home') {
      this.#select({ row: Math.min(from.row, 0), column: 0 }, isExtending);
    } else if (name === 'Control+End') {
      this.#select({ row: rows - 1, column: columns - 1 }, isExtending);
    } else if (name === 'Control+a') {
      this.#selectAround([0, rows - 1], [0, columns - 1]);
    } else if (key === 'Shift+Space') {
      this.#selectAround([this.anchor.row, this.extent.row], [0, columns - 1]);
    } else if (name === 'Control+Space') {
      const { column } = this.active;
      this.#selectAround([0, rows - 1], [column, this.extent.column]);
    } else if (this.active.row >= 0) {
      this.#change(name);
    }
  }

  #change(key: string): void {
    const { column, row } = this.active;
    const isEditable = column < readOnlyFrom;
    if (key === 'F2' || key === 'Enter') {
      this.#open = isEditable
        ? { isOpened: true, text: this.values[row]?.[column] ?? '' }
        : undefined;
    } else if (key.length === 1) {
      this.#open = isEditable ? { isOpened: false, text: key } : undefined;
    } else if (key === 'Delete' || key === 'Backspace') {
      this.#write(() => '');
    } else if (key === 'Control+d') {
      const first = Math.min(this.anchor.row, this.extent.row);
      const isSingle = this.anchor.row === this.extent.row;
      const source = isSingle ? Math.max(first - 1, 0) : first;
      this.#write((place) => this.values[source]?.[place.column] ?? '');
    } else {
      const [from, to] = key === 'Control+z' ? [this.#undo, this.#redo] : [this.#redo, this.#undo];
      const kept = from.pop();
      if (kept !== undefined) {
        to.push(this.values);
        this.values = kept;
      }
    }
  }

  /** Selects whole rows or columns around the active cell. */
  #selectAround(down: readonly [number, number], across: readonly [number, number]): void {
    this.active = { ...this.active, row: Math.max(this.active.row, 0) };
    this.anchor = { row: down[0], column: across[0] };
    this.extent = { row: down[1], column: across[1] };
    this.#entryColumn = undefined;
  }

  #commit(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined && open.text !== this.values[this.active.row]?.[this.active.column]) {
      const { anchor, extent } = this;
      this.anchor = this.active;
      this.extent = this.active;
      this.#write(() => open.text);
      this.anchor = anchor;
      this.extent = extent;
    }
  }

  #write(value: (place: CellPlace) => string): void {
    const written = this.values.map((row) => [...row]);
    for (const place of this.#range) {
      const row = written[place.row];
      if (row !== undefined && place.column < readOnlyFrom) {
        row[place.column] = value(place);
      }
    }
    this.#undo.push(this.values);
    this.#redo.length = 0;
    this.values = written;
  }

  get #range(): CellPlace[] {
    const places: CellPlace[] = [];
    const { anchor, extent } = this;
    const right = Math.max(anchor.column, extent.column);
    const bottom = Math.max(anchor.row, extent.row);
    for (let row = Math.min(anchor.row, extent.row); row <= bottom; row++) {
      for (let column = Math.min(anchor.column, extent.column); column <= right; column++) {
        places.push({ row, column });
      }
    }
    return places;
  }

  #move([down, right]: readonly [number, number], isExtending: boolean): void {
    const from = isExtending ? this.extent : this.active;
    this.#select({ row: from.row + down, column: from.column + right }, isExtending);
  }

  #select({ column, row }: CellPlace, isExtending: boolean): void {
    const place = {
      row: Math.min(Math.max(row, isExtending ? 0 : -1), rows - 1),
      column: Math.min(Math.max(column, 0), columns - 1),
    };
    this.#entryColumn = undefined;
    this.extent = place;
    if (!isExtending) {
      this.active = place;
      this.anchor = place;
      return;
    }
    if (this.active.row < 0) {
      this.active = { ...this.active, row: 0 };
      this.anchor = this.active;
    }
    const { column: activeColumn, row: activeRow } = this.active;
    if (!this.#range.some((each) => each.row === activeRow && each.column === activeColumn)) {
      this.anchor = this.active;
    }
  }
}

/** Returns a random step that means something in the model's state. */
export function randomStep(model: GridModel, random: () => number): GridStep {
  const below = (limit: number): number => Math.floor(random() * limit);
  const place = { row: below(12), column: below(columns) };
  const { column, row } = model.active;
  // A click into the open cell puts the caret where it is, between letters that the model does not measure.
  const isInText = model.text !== undefined && place.row === row && place.column === column;
  if (random() < 0.12 && !isInText) {
    return { kind: 'click', ...place, isExtending: random() < 0.3 };
  }
  const { steps } = model;
  return { kind: 'press', key: steps[below(steps.length)] ?? 'Escape' };
}
