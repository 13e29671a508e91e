import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import type { FieldState } from '../protocol.ts';
import { FieldFrame, type FormRow, type FormRowOptions } from './formRow.ts';
import { TextInput } from './textInput.ts';

const otherNumber = 'other';

/** Whole-number field: one of the known values, or any other number. */
export class NumberRow implements FormRow {
  readonly root: HTMLElement;
  readonly #options: FormRowOptions;
  readonly #frame: FieldFrame;
  readonly #select = element('select');
  readonly #number: TextInput;
  #known: FieldState['knownValues'] = [];
  #value = '';
  /** True while the user types a number, even one that is known. */
  #isTyping = false;

  constructor(options: FormRowOptions) {
    this.#options = options;
    this.#select.ariaLabel = options.label;
    this.#select.addEventListener('change', () => this.#chosen());
    this.#number = new TextInput({
      label: l10n.t('{0} as a number', options.label),
      typed: (value, base) => {
        this.#isTyping = true;
        this.#value = value;
        options.typed(value, base);
      },
      left: () => {
        this.#isTyping = false;
        this.#tidyUp();
        this.#showControls();
        options.left();
      },
    });
    this.#frame = new FieldFrame(options, this.#select, this.#number.root);
    this.root = this.#frame.root;
  }

  show(state: FieldState, isCurrent: boolean): void {
    if (JSON.stringify(state.knownValues) !== JSON.stringify(this.#known)) {
      this.#known = state.knownValues;
      this.#offer();
      this.#showControls();
    }
    this.#frame.show(state);
    this.#number.markInvalid(state.problem);
    this.#select.ariaInvalid = String(state.problem !== undefined);
    if (isCurrent) {
      this.#value = state.value;
      this.#number.show(state.value);
      this.#showControls();
    }
  }

  set disabled(isDisabled: boolean) {
    this.#number.disabled = isDisabled;
    this.#select.disabled = isDisabled;
  }

  set readOnly(isReadOnly: boolean) {
    this.#number.readOnly = isReadOnly;
    // A `select` element has no read-only state.
    this.#select.disabled ||= isReadOnly;
  }

  get selection(): readonly [number, number] | undefined {
    return this.#number.root.hidden ? undefined : this.#number.selection;
  }

  focus(selection?: readonly [number, number]): void {
    if (this.#number.root.hidden) {
      this.#select.focus();
    } else {
      this.#number.focus(selection);
    }
  }

  select(): void {
    if (this.#number.root.hidden) {
      this.#select.focus();
    } else {
      this.#number.select();
    }
  }

  #offer(): void {
    this.#select.replaceChildren(
      ...this.#known.map(({ text, value }) => element('option', { value: String(value) }, text)),
      element('option', { value: otherNumber }, l10n.t('Another number…')),
    );
  }

  #showControls(): void {
    const isKnown = this.#known.some(({ value }) => String(value) === this.#value);
    const choice = isKnown && !this.#isTyping ? this.#value : otherNumber;
    this.#select.value = choice;
    this.#select.hidden = this.#known.length === 0;
    this.#number.root.hidden = choice !== otherNumber;
  }

  #chosen(): void {
    if (this.#select.value === otherNumber) {
      // Does not move the focus: the user may be passing this option with the arrow keys.
      this.#isTyping = true;
      this.#showControls();
    } else {
      const base = this.#value;
      this.#isTyping = false;
      this.#value = this.#select.value;
      this.#number.show(this.#value);
      this.#showControls();
      this.#options.typed(this.#value, base);
    }
  }

  /** Normalizes a typed number, such as 007 or one with a space. */
  #tidyUp(): void {
    const tidy = String(Number(this.#value));
    if (
      Number.isSafeInteger(Number(this.#value)) &&
      /^\s*[+-]?\d+\s*$/.test(this.#value) &&
      tidy !== this.#value
    ) {
      const base = this.#value;
      this.#value = tidy;
      this.#number.show(tidy);
      this.#options.typed(tidy, base);
    }
  }
}
