import * as l10n from '@vscode/l10n';
import type { FieldState } from '../protocol.ts';
import { element } from './element.ts';
import { FieldFrame, type FormRow, type FormRowOptions } from './formRow.ts';
import { nameWithNumber, type NamedValues } from './namedText.ts';
import { TextInput } from './textInput.ts';

const otherNumber = 'other';

/** A field that holds a whole number: one of those that have a name, or any other. */
export class NumberRow implements FormRow {
  readonly root: HTMLElement;
  readonly #options: FormRowOptions;
  readonly #frame: FieldFrame;
  readonly #select = element('select');
  readonly #number: TextInput;
  #named: NamedValues = [];
  #value = '';
  /** The user wants to type a number; one that has a name does not end that. */
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
    if (JSON.stringify(state.namedValues) !== JSON.stringify(this.#named)) {
      this.#named = state.namedValues;
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

  #offer(): void {
    this.#select.replaceChildren(
      ...this.#named.map((named) =>
        element('option', { value: String(named.value) }, nameWithNumber(named)),
      ),
      element('option', { value: otherNumber }, l10n.t('Another number…')),
    );
  }

  #showControls(): void {
    const isNamed = this.#named.some(({ value }) => String(value) === this.#value);
    const choice = isNamed && !this.#isTyping ? this.#value : otherNumber;
    this.#select.value = choice;
    this.#select.hidden = this.#named.length === 0;
    this.#number.root.hidden = choice !== otherNumber;
  }

  #chosen(): void {
    if (this.#select.value === otherNumber) {
      // Without the focus: with the arrow keys one may only have come past this.
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

  /** Makes 007 and 7 with a space the number that they mean. */
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
