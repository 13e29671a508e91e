import { element } from './element.ts';
import { asTextArea, withLineBreaksOf } from './lineBreaks.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a text input is for. */
export interface TextInputOptions {
  /** Its name for assistive technology. */
  readonly label: string;
  /** Called at each stroke, and at the end of what is composed of several; `base` stood there before. */
  readonly typed: (value: string, base: string) => void;
  /** The user goes elsewhere. */
  readonly left: () => void;
}

/**
 * A field to type plain text into, also a number. One line, unless the text has several: a field of one
 * line would drop the line breaks at the first stroke.
 */
export class TextInput {
  readonly root = element('div', { className: 'control' });
  readonly #options: TextInputOptions;
  #field: Field;
  /** What the field stands for: it may have line breaks that the browser's control cannot hold. */
  #value = '';
  #isComposing = false;

  constructor(options: TextInputOptions) {
    this.#options = options;
    this.#field = this.#put(element('input', { type: 'text' }));
    this.root.addEventListener('input', () => this.#typed());
    this.root.addEventListener('focusout', () => options.left());
    this.root.addEventListener('keydown', (event) => {
      // VS Code would select all once more a moment later, and let the next stroke replace the last.
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

  /** Shows `value`; the caret stays where it is, and nothing happens while a character is composed. */
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

  /** Tells assistive technology, and the style, what is wrong with the text. */
  markInvalid(problem: string | undefined): void {
    this.#field.ariaInvalid = String(problem !== undefined);
    this.#field.setAttribute('aria-description', problem ?? '');
  }

  set disabled(isDisabled: boolean) {
    this.#field.disabled = isDisabled;
  }

  /** Where the caret is, as start and end of the selection. */
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

  #typed(): void {
    const base = this.#value;
    const value = withLineBreaksOf(base, this.#field.value);
    // What is being composed is no text yet.
    if (!this.#isComposing && value !== base) {
      this.#value = value;
      this.#options.typed(value, base);
    }
  }

  #put(field: Field): Field {
    field.ariaLabel = this.#options.label;
    field.dir = 'auto';
    field.spellcheck = false;
    field.autocomplete = 'off';
    this.root.replaceChildren(field);
    return field;
  }
}
