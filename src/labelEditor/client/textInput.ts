import { element } from '../../webview/client/element.ts';
import { asTextArea, withLineBreaksOf } from '../../webview/client/lineBreaks.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Options of a text input. */
export interface TextInputOptions {
  /** Label for assistive technology. */
  readonly label: string;
  /** Called after each keystroke, and at the end of a composition; `base` is the previous value. */
  readonly typed: (value: string, base: string) => void;
  /** Called when the input loses focus. */
  readonly left: () => void;
}

/**
 * Input for plain text or a number. It has one line unless the text has several: a single-line control would
 * drop line breaks at the first keystroke.
 */
export class TextInput {
  readonly root = element('div', { className: 'control' });
  readonly #options: TextInputOptions;
  #field: Field;
  /** Value of the field, possibly with line breaks that the control cannot hold. */
  #value = '';
  #isComposing = false;
  #isReadOnly = false;

  constructor(options: TextInputOptions) {
    this.#options = options;
    this.#field = this.#put(element('input', { type: 'text' }));
    this.root.addEventListener('input', () => this.#typed());
    this.root.addEventListener('focusout', () => options.left());
    this.root.addEventListener('keydown', (event) => {
      // VS Code would select all text again a moment later, so that the next keystroke would replace it.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        event.stopPropagation();
      }
    });
    this.root.addEventListener('compositionstart', () => (this.#isComposing = true));
    this.root.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#typed();
    });
  }

  /** Shows `value` without moving the caret; does nothing during a composition. */
  show(value: string): void {
    if (this.#isComposing) {
      return;
    }
    this.#value = value;
    if (asTextArea(value) === asTextArea(this.#field.value)) {
      return;
    }
    const needsLines = /[\r\n]/.test(value);
    const [selectionStart, selectionEnd] = this.selection;
    if (needsLines && this.#field.localName === 'input') {
      this.#field = this.#put(element('textarea', { rows: 4 }));
    }
    this.#field.value = value;
    this.#field.setSelectionRange(selectionStart, selectionEnd);
  }

  /** Marks the field as invalid with `problem` for assistive technology, or as valid if undefined. */
  markInvalid(problem: string | undefined): void {
    this.#field.ariaInvalid = String(problem !== undefined);
    this.#field.setAttribute('aria-description', problem ?? '');
  }

  set disabled(isDisabled: boolean) {
    this.#field.disabled = isDisabled;
  }

  set readOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    this.#field.readOnly = isReadOnly;
  }

  /** Start and end of the selection. */
  get selection(): [number, number] {
    const { selectionEnd, selectionStart } = this.#field;
    return [selectionStart ?? 0, selectionEnd ?? 0];
  }

  focus(selection?: readonly [number, number]): void {
    this.#field.focus();
    if (selection !== undefined) {
      this.#field.setSelectionRange(...selection);
    }
  }

  /** Focuses the field and selects its text. */
  select(): void {
    this.#field.focus();
    this.#field.select();
  }

  #typed(): void {
    const base = this.#value;
    const value = withLineBreaksOf(base, this.#field.value);
    // Text that is still being composed does not count.
    if (!this.#isComposing && value !== base) {
      this.#value = value;
      this.#options.typed(value, base);
    }
  }

  #put(field: Field): Field {
    field.ariaLabel = this.#options.label;
    field.dir = 'auto';
    field.readOnly = this.#isReadOnly;
    field.spellcheck = false;
    field.autocomplete = 'off';
    this.root.replaceChildren(field);
    return field;
  }
}
