import * as vscode from 'vscode';
import type { FinderItem } from './finderItems.ts';

/** Rows that were given to the window. */
interface GivenRows {
  readonly rows: readonly FinderItem[];
  /** The place of the first of them. */
  readonly start: number;
  /** The place after the last of them. */
  readonly end: number;
  /** The one that was to be active, if any. */
  readonly active: FinderItem | undefined;
}

/** Who has made a row active: the window does so itself where it gets other rows. */
export type Activation = 'window' | 'person';

/**
 * The rows that the window of a quick pick has. VS Code names a row by its place, and looks that up in the
 * newest rows, also where they are still on their way. So rows are given places that no others have that
 * the window may show instead, and what fills the places of those is not drawn.
 */
export class ShownRows {
  readonly #input: vscode.QuickPick<FinderItem>;
  /** Those that the window shows or may come to show, oldest first. */
  #given: readonly GivenRows[] = [];
  /** Those that it has told of last. */
  #shown: GivenRows | undefined;
  /** The row that it makes active next by itself. */
  #expected: FinderItem | undefined;
  #active: FinderItem | undefined;

  constructor(input: vscode.QuickPick<FinderItem>) {
    this.#input = input;
  }

  /** The rows that were given last. */
  get newest(): readonly FinderItem[] {
    return this.#given.at(-1)?.rows ?? [];
  }

  /** The row that is active in the window. */
  get active(): FinderItem | undefined {
    return this.#active;
  }

  /** The row that was seen in the window where VS Code tells of `told`. */
  seen(told: FinderItem | undefined): FinderItem | undefined {
    const place = this.#placeOf(told);
    const given = this.#givenAt(place);
    return given?.rows[place - given.start];
  }

  /** Takes note of what VS Code says is active, and returns who has made it so. */
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
    return isNew || isExpected ? 'window' : 'person';
  }

  /** Gives the window other rows, of which `active` is to be active, if any. */
  show(rows: readonly FinderItem[], active: FinderItem | undefined): void {
    const last = Math.max(0, ...this.#given.map(({ end }) => end));
    const isFreeBefore = this.#given.every(({ start }) => start >= rows.length);
    const start = isFreeBefore ? 0 : last;
    const end = start + rows.length;
    this.#given = [...this.#given, { rows, start, end, active }];
    const items = Array.from({ length: Math.max(last, end) }, notDrawn);
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

/** A row that is not drawn: nothing stands right below it but another one, or a heading. */
function notDrawn(): FinderItem {
  return { label: '', kind: vscode.QuickPickItemKind.Separator };
}
