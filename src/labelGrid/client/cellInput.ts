import { element } from '../../webview/client/element.ts';
import { asTextArea, withLineBreaksOf } from '../../webview/client/lineBreaks.ts';
import type { GridColumn } from '../protocol.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Listeners of a cell input. */
interface CellInputListeners {
  /** Called when the user begins to compose text. */
  readonly began: () => void;
  readonly typed: (value: string) => void;
  readonly left: () => void;
}

/**
 * Input in the active cell. It is focused before the user types, as an input method can compose only in a
 * text field. Until then it is transparent and all its text is selected, so that the first keystroke replaces
 * the text.
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
      // Text that is still being composed does not count.
      if (!this.#isComposing) {
        typed(this.value);
      }
    });
    this.root.addEventListener('focusout', left);
  }

  /** Text of the input, with the line breaks of the value shown before. */
  get value(): string {
    return withLineBreaksOf(this.#value, this.root.value);
  }

  /** True while an input method composes; the grid then ignores keys. */
  get isComposing(): boolean {
    return this.#isComposing;
  }

  /** Shows `value`, selected if the input has the focus. */
  show(value: string): void {
    this.#value = value;
    if (asTextArea(value) !== asTextArea(this.root.value)) {
      this.root.value = value;
    }
    if (document.activeElement === this.root) {
      this.root.select();
    }
  }

  /** Focuses the input without scrolling, and selects its text. */
  focus(): void {
    this.root.focus({ preventScroll: true });
    this.root.select();
  }

  /** Moves the caret to the end of the text. */
  placeCaret(): void {
    this.root.setSelectionRange(this.root.value.length, this.root.value.length);
  }

  /** Replaces the selection with a line break, as the browser does for a key press. */
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
