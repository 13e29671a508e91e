import { element } from '../../webview/client/element.ts';
import { asTextArea, withLineBreaksOf } from '../../webview/client/lineBreaks.ts';
import type { GridColumn } from '../protocol.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Listeners of a cell input. */
interface CellInputListeners {
  /** The user has begun to compose a text, or has typed. */
  readonly began: () => void;
  readonly typed: (value: string) => void;
  readonly left: () => void;
}

/**
 * Input in the active cell. It has the focus before the user types, as an input method can compose only where a
 * text can be; until then it is transparent, with all its text selected, so that the first key replaces it.
 */
export class CellInput {
  readonly root: Field;
  #value = '';
  #isComposing = false;

  constructor(column: GridColumn, { began, left, typed }: CellInputListeners) {
    const listId = `values-${column.id}`;
    this.root =
      column.kind === 'text'
        ? element('textarea', { rows: 1 })
        : element('input', { type: 'text' });
    this.root.classList.add('input');
    this.root.ariaLabel = column.title;
    this.root.dir = 'auto';
    this.root.spellcheck = false;
    this.root.autocomplete = 'off';
    if (column.kind === 'wholeNumber') {
      this.root.inputMode = 'numeric';
      if (document.getElementById(listId) !== null) {
        this.root.setAttribute('list', listId);
      }
    }
    this.root.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      began();
    });
    this.root.addEventListener('compositionend', () => {
      this.#isComposing = false;
      typed(this.value);
    });
    this.root.addEventListener('input', () => {
      // What is being composed is no text yet.
      if (!this.#isComposing) {
        typed(this.value);
      }
    });
    this.root.addEventListener('focusout', left);
  }

  /** Text, with the line breaks that it had. */
  get value(): string {
    return withLineBreaksOf(this.#value, this.root.value);
  }

  /** True while an input method composes; its keys are not the grid's. */
  get isComposing(): boolean {
    return this.#isComposing;
  }

  /** Shows `value`, selected. */
  show(value: string): void {
    this.#value = value;
    if (asTextArea(value) !== asTextArea(this.root.value)) {
      this.root.value = value;
    }
    if (document.activeElement === this.root) {
      this.root.select();
    }
  }

  /** Focuses the input without a change of what is in view. */
  focus(): void {
    this.root.focus({ preventScroll: true });
    this.root.select();
  }

  /** Puts the caret behind the text. */
  placeCaret(): void {
    this.root.setSelectionRange(this.root.value.length, this.root.value.length);
  }

  /** Puts a line break in the place of the selection, as the browser does for a key. */
  insertLineBreak(): void {
    const { selectionEnd, selectionStart, value } = this.root;
    if (this.root.localName === 'textarea') {
      this.root.setRangeText(
        '\n',
        selectionStart ?? value.length,
        selectionEnd ?? value.length,
        'end',
      );
      this.root.dispatchEvent(
        new InputEvent('input', { bubbles: true, inputType: 'insertLineBreak' }),
      );
    }
  }
}
