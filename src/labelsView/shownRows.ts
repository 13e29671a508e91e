import * as vscode from 'vscode';
import { quickPickRow, type QuickPick } from '../surfaces/quickPick.ts';
import type { FinderItem } from './finderItems.ts';

/** Rows passed to the picker. */
interface GivenRows {
  readonly rows: readonly FinderItem[];
  /** Index of the first one. */
  readonly start: number;
  /** Index after the last one. */
  readonly end: number;
  /** The row meant to be active, if any. */
  readonly active: FinderItem | undefined;
}

/** Source of a row's activation: the user, or the window by itself, which activates one when it gets new rows. */
export type Activation = 'window' | 'user';

/**
 * Rows of a quick pick. VS Code's window identifies a row by index, and looks that up in the newest rows, even
 * those still on their way. So rows get indexes that are different from those of any others that the window may
 * still show, and the gaps are filled with rows that are not drawn.
 */
export class ShownRows {
  readonly #input: QuickPick<FinderItem>;
  /** Lists of rows that the picker shows or may soon show, oldest list first. */
  #given: readonly GivenRows[] = [];
  /** Rows last reported by the window. */
  #shown: GivenRows | undefined;
  /** Row that the window activates next by itself. */
  #expected: FinderItem | undefined;
  #active: FinderItem | undefined;

  constructor(input: QuickPick<FinderItem>) {
    this.#input = input;
    // VS Code would move rows whose labels contain the text to the top, sorted by label. It has this property,
    // but declares it only as a proposal.
    Object.assign(input, { sortByLabel: false });
  }

  /** Rows passed last. */
  get newest(): readonly FinderItem[] {
    return this.#given.at(-1)?.rows ?? [];
  }

  /** Active row of the window. */
  get active(): FinderItem | undefined {
    return this.#active;
  }

  /** Returns the row that the user saw when VS Code reports `told`. */
  seen(told: FinderItem | undefined): FinderItem | undefined {
    const place = this.#placeOf(told);
    const given = this.#givenAt(place);
    return given?.rows[place - given.start];
  }

  /** Records the row that VS Code reports as active, and returns who activated it. */
  activate([told]: readonly FinderItem[]): Activation {
    const given = this.#givenAt(this.#placeOf(told));
    this.#active = this.seen(told);
    if (given === undefined) {
      return 'window';
    }
    const isNew = given !== this.#shown;
    const isExpected = this.#active === this.#expected;
    // The window begins with the first row, and goes on to the one that was to be active.
    this.#expected = isNew && this.#active !== given.active ? given.active : undefined;
    this.#shown = given;
    this.#given = this.#given.slice(this.#given.indexOf(given));
    return isNew || isExpected ? 'window' : 'user';
  }

  /** Passes new rows to the window, with `active` as the active one, if any. */
  show(rows: readonly FinderItem[], active: FinderItem | undefined): void {
    const last = Math.max(0, ...this.#given.map(({ end }) => end));
    const isFreeBefore = this.#given.every(({ start }) => start >= rows.length);
    const start = isFreeBefore ? 0 : last;
    const end = start + rows.length;
    this.#given = [...this.#given, { rows, start, end, active }];
    const items = Array.from({ length: Math.max(last, end) }, hiddenRow);
    this.#input.items = items.toSpliced(start, rows.length, ...rows);
    this.#input.activeItems = active === undefined ? [] : [active];
  }

  #placeOf(told: FinderItem | undefined): number {
    return told === undefined ? -1 : this.#input.items.indexOf(told);
  }

  #givenAt(place: number): GivenRows | undefined {
    return this.#given.find(({ end, start }) => start <= place && place < end);
  }
}

/** Creates a row that is never drawn: it is followed only by another one, or a heading. */
function hiddenRow(): FinderItem {
  return quickPickRow({ label: '', kind: vscode.QuickPickItemKind.Separator } as const);
}
