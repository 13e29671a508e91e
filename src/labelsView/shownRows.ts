import * as vscode from 'vscode';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore } from '../core/async/disposable.ts';
import type { FinderItem } from './finderItems.ts';

/** Rows that were given to the window, which has those of a greater number later. */
interface GivenRows {
  readonly number: number;
  readonly rows: readonly FinderItem[];
  readonly onShown: () => void;
}

/**
 * The rows that the window of a quick pick has. VS Code names a row by its place, and looks that up in
 * the newest rows, also where they are still on their way: what is told then is meant of the rows before.
 */
export class ShownRows implements vscode.Disposable {
  readonly #input: vscode.QuickPick<FinderItem>;
  readonly #clock: Clock;
  readonly #timers = new DisposableStore();
  #newest: GivenRows = { number: 0, rows: [], onShown: () => undefined };
  #shown = this.#newest;
  /** The window may have them by now: it tells then which row it makes active. */
  #coming: GivenRows | undefined;
  #activePlace = -1;

  constructor(input: vscode.QuickPick<FinderItem>, clock: Clock) {
    this.#input = input;
    this.#clock = clock;
  }

  /** The rows that were given last. */
  get newest(): readonly FinderItem[] {
    return this.#newest.rows;
  }

  /** Whether the window may still have other rows than the newest. */
  get areOnTheirWay(): boolean {
    return this.#newest !== this.#shown;
  }

  /** The row that is active in the window. */
  get active(): FinderItem | undefined {
    return this.#shown.rows[this.#activePlace];
  }

  /** Takes note of what VS Code says is active. */
  activate([told]: readonly FinderItem[]): void {
    this.#activePlace = this.#placeOf(told);
    if (this.#coming !== undefined) {
      this.#arrive(this.#coming);
    }
  }

  /** The row that was seen in the window where VS Code tells of `told`. */
  seen(told: FinderItem | undefined): FinderItem | undefined {
    return this.#shown.rows[this.#placeOf(told)];
  }

  /** Gives the window other rows, and calls `onShown` once it has them, unless others are given before. */
  show(rows: readonly FinderItem[], active: FinderItem | undefined, onShown: () => void): void {
    // VS Code says nothing of a row whose place the newest rows do not have.
    const count = this.areOnTheirWay ? this.#input.items.length : this.#shown.rows.length;
    const missing = Array.from({ length: Math.max(0, count - rows.length) }, notDrawn);
    const given = { number: this.#newest.number + 1, rows, onShown };
    this.#newest = given;
    this.#input.items = [...rows, ...missing];
    this.#input.activeItems = active === undefined ? [] : [active];
    const come = (): void => {
      this.#coming = given;
    };
    const arrive = (): void => this.#arrive(given);
    // VS Code sends the rows in the next turn. The window answers in order what is sent before and after.
    void vscode.commands.executeCommand('noop').then(come, come);
    this.#timers.add(
      this.#clock.schedule(
        0,
        () => void vscode.commands.executeCommand('noop').then(arrive, arrive),
      ),
    );
  }

  dispose(): void {
    this.#timers.dispose();
  }

  #arrive(given: GivenRows): void {
    if (given.number > this.#shown.number) {
      this.#shown = given;
      given.onShown();
    }
    if (this.#coming === given) {
      this.#coming = undefined;
    }
  }

  #placeOf(told: FinderItem | undefined): number {
    return told === undefined ? -1 : this.#input.items.indexOf(told);
  }
}

/** A row that is not drawn, as nothing stands below it. */
function notDrawn(): FinderItem {
  return { label: '', kind: vscode.QuickPickItemKind.Separator };
}
