import type { CellPlace } from './gridSelection.ts';

/** Text that was typed into the cell at a place of this page. */
export interface PlacedText {
  readonly place: CellPlace;
  readonly value: string;
}

type State =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'replacing' | 'opened';
      readonly place: CellPlace;
      /** Value of the cell; undefined while its row has not come. */
      readonly base: string | undefined;
      readonly value: string;
    };

/**
 * Typing in a cell. Whatever ends it keeps the text: a key that leads elsewhere, a click, a change of the tab.
 * Only `discard` does not.
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

  /** Opens a cell, with the text that it has. */
  open(place: CellPlace, base: string | undefined): void {
    this.#state =
      this.#state.kind === 'closed'
        ? { kind: 'opened', place, base, value: base ?? '' }
        : { ...this.#state, kind: 'opened' };
  }

  /** The text in the cell has become `value`; the first text replaces that of the cell. */
  type(place: CellPlace, base: string | undefined, value: string): void {
    this.#state =
      this.#state.kind === 'closed'
        ? { kind: 'replacing', place, base, value }
        : { ...this.#state, value };
  }

  /** Ends typing. Returns the text, unless the cell has it already. */
  commit(): PlacedText | undefined {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    return state.kind === 'closed' || state.value === state.base
      ? undefined
      : { place: state.place, value: state.value };
  }

  /** Ends typing, and forgets the text. */
  discard(): void {
    this.#state = { kind: 'closed' };
  }
}
