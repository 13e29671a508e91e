import type { CellPlace } from './gridSelection.ts';

/** Text typed into a cell, with the cell's place in this page. */
export interface PlacedText {
  readonly place: CellPlace;
  readonly value: string;
}

type State =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'replacing' | 'opened';
      readonly place: CellPlace;
      /** Value of the cell; undefined while its row is not loaded. */
      readonly base: string | undefined;
      readonly value: string;
    };

/**
 * Typing in a cell. A key that moves away, a click or a switch of tabs ends it and keeps the text; only
 * `discard` drops the text.
 */
export class CellEditing {
  #state: State = { kind: 'closed' };

  /** State of the typing. */
  get kind(): State['kind'] {
    return this.#state.kind;
  }

  /** Text in the open cell. */
  get draft(): PlacedText | undefined {
    return this.#state.kind === 'closed' ? undefined : this.#state;
  }

  /** Opens a cell with its text `base`; a cell in which the user is typing keeps the typed text. */
  open(place: CellPlace, base: string | undefined): void {
    this.#state =
      this.#state.kind === 'closed'
        ? { kind: 'opened', place, base, value: base ?? '' }
        : { ...this.#state, kind: 'opened' };
  }

  /** Records that the user has typed `value`. In a closed cell, it replaces the text `base` of the cell. */
  type(place: CellPlace, base: string | undefined, value: string): void {
    this.#state =
      this.#state.kind === 'closed'
        ? { kind: 'replacing', place, base, value }
        : { ...this.#state, value };
  }

  /** Ends typing. Returns the typed text; undefined if the cell already has it. */
  commit(): PlacedText | undefined {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    return state.kind === 'closed' || state.value === state.base
      ? undefined
      : { place: state.place, value: state.value };
  }

  /** Ends typing, and drops the text. */
  discard(): void {
    this.#state = { kind: 'closed' };
  }
}
