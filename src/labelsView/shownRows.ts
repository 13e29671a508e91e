import * as vscode from 'vscode';
import { quickPickRow, type QuickPick } from '../surfaces/quickPick.ts';
import type { FinderItem } from './finderItems.ts';

/** Rows passed to the picker. */
interface GivenRows {
  readonly rows: readonly FinderItem[];
  /** Index of the first row. */
  readonly start: number;
  /** Index after the last row. */
  readonly end: number;
  /** Row that should be active, if any. */
  readonly active: FinderItem | undefined;
}

/** Cause of a row's activation: the user, or the window, which activates a row when it gets new rows. */
export type Activation = 'window' | 'user';

/**
 * Rows of a quick pick. VS Code's window reports a row by its index, which VS Code looks up in the latest
 * rows, even if the window does not show them yet. Therefore, new rows get indexes that differ from those of
 * all rows that the window may still show; rows that are not drawn fill the gaps.
 */
export class ShownRows {
  readonly #input: QuickPick<FinderItem>;
  /** Lists of rows that the window shows or may soon show, oldest list first. */
  #given: readonly GivenRows[] = [];
  /** List that contains the row last reported by the window. */
  #shown: GivenRows | undefined;
  /** Row that the window is expected to activate next without the user. */
  #expected: FinderItem | undefined;
  #active: FinderItem | undefined;

  constructor(input: QuickPick<FinderItem>) {
    this.#input = input;
    // VS Code would move rows whose labels contain the text to the top, sorted by label. This property
    // prevents that; it exists, but is declared only as a proposed API.
    Object.assign(input, { sortByLabel: false });
  }

  /** Rows that were passed last. */
  get newest(): readonly FinderItem[] {
    return this.#given.at(-1)?.rows ?? [];
  }

  /** Row that is active in the window. */
  get active(): FinderItem | undefined {
    return this.#active;
  }

  /** Returns the row that the user saw when VS Code reports `told`; undefined if unknown. */
  seen(told: FinderItem | undefined): FinderItem | undefined {
    const place = this.#placeOf(told);
    const given = this.#givenAt(place);
    return given?.rows[place - given.start];
  }

  /** Records the row that VS Code reports as active. Returns who activated it. */
  activate([told]: readonly FinderItem[]): Activation {
    const given = this.#givenAt(this.#placeOf(told));
    this.#active = this.seen(told);
    if (given === undefined) {
      return 'window';
    }
    const isNew = given !== this.#shown;
    const isExpected = this.#active === this.#expected;
    // The window first activates the first row, then the one that should be active.
    this.#expected = isNew && this.#active !== given.active ? given.active : undefined;
    this.#shown = given;
    this.#given = this.#given.slice(this.#given.indexOf(given));
    return isNew || isExpected ? 'window' : 'user';
  }

  /** Passes new rows to the window; `active` is the row that should be active, if any. */
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

/** Creates a row that is never drawn: only another such row, or a heading, follows it. */
function hiddenRow(): FinderItem {
  return quickPickRow({ label: '', kind: vscode.QuickPickItemKind.Separator } as const);
}
