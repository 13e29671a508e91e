import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { element } from './element.ts';
import { asTextArea, withLineBreaksOf } from './lineBreaks.ts';

type Field = VscodeTextfield | VscodeTextarea;

/** What a text control is for. */
export interface TextControlOptions {
  /** Its name for assistive technology. */
  readonly label: string;
  /** Called at each stroke, and at the end of what is composed of several; `base` stood there before. */
  readonly typed: (value: string, base: string) => void;
  /** The user goes elsewhere. */
  readonly left: () => void;
}

/**
 * A field for text. One line, unless the text has several: a field of one line would drop the line
 * breaks at the first stroke.
 */
export class TextControl {
  readonly root = element('div', { className: 'control' });
  readonly #options: TextControlOptions;
  #field: Field;
  /** What the field stands for: it may have line breaks that the browser's control cannot hold. */
  #value = '';
  #isComposing = false;

  constructor(options: TextControlOptions) {
    this.#options = options;
    this.#field = this.#put(element('vscode-textfield'));
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
    if (needsLines && this.#field.localName === 'vscode-textfield') {
      // Its handle for resizing is an image, which the page's content security policy forbids.
      this.#field = this.#put(element('vscode-textarea', { rows: 4, resize: 'none' }));
    }
    const field = this.#field;
    const { selectionStart, selectionEnd } = selectionOf(field);
    field.value = value;
    void field.updateComplete.then(() => {
      field.wrappedElement.setSelectionRange(selectionStart, selectionEnd);
    });
  }

  /** Tells assistive technology, and the style, what is wrong with the text. */
  markInvalid(problem: string | undefined): void {
    const field = this.#field;
    field.invalid = problem !== undefined;
    void field.updateComplete.then(() => {
      field.wrappedElement.setAttribute('aria-invalid', String(problem !== undefined));
      field.wrappedElement.setAttribute('aria-description', problem ?? '');
    });
  }

  set disabled(isDisabled: boolean) {
    this.#field.disabled = isDisabled;
  }

  /** Where the caret is, as start and end of the selection. */
  get selection(): [number, number] {
    const { selectionStart, selectionEnd } = selectionOf(this.#field);
    return [selectionStart, selectionEnd];
  }

  async focus(selection?: readonly [number, number]): Promise<void> {
    const field = this.#field;
    await field.updateComplete;
    field.focus();
    if (selection !== undefined) {
      field.wrappedElement.setSelectionRange(...selection);
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

  #put<T extends Field>(field: T): T {
    field.label = this.#options.label;
    field.addEventListener('input', () => this.#typed());
    field.addEventListener('blur', () => this.#options.left());
    field.addEventListener('keydown', (event) => {
      // VS Code would select all once more a moment later, and let the next stroke replace the last.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        event.stopPropagation();
      }
    });
    field.addEventListener('compositionstart', () => (this.#isComposing = true));
    field.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.#typed();
    });
    void field.updateComplete.then(() => {
      field.wrappedElement.dir = 'auto';
      field.wrappedElement.spellcheck = false;
    });
    this.root.replaceChildren(field);
    return field;
  }
}

function selectionOf(field: Field): { selectionStart: number; selectionEnd: number } {
  const inner = field.shadowRoot?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  );
  return { selectionStart: inner?.selectionStart ?? 0, selectionEnd: inner?.selectionEnd ?? 0 };
}
