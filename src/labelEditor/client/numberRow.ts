import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import type { VscodeSingleSelect } from '@vscode-elements/elements/dist/vscode-single-select/vscode-single-select.js';
import * as l10n from '@vscode/l10n';
import type { FieldState } from '../protocol.ts';
import { element } from './element.ts';
import { FieldFrame, type FormRow } from './fieldRow.ts';
import { TextControl, type TextControlOptions } from './textControl.ts';

type NamedValues = FieldState['namedValues'];

const otherNumber = 'other';

/** The value as a person knows it: with its name if it has one. */
export function namedText(value: string, namedValues: NamedValues): string {
  const named = namedValues.find((each) => String(each.value) === value);
  return named === undefined ? value : nameWithNumber(named);
}

/** A field that holds a whole number: one of those that have a name, or any other. */
export class NumberRow implements FormRow {
  readonly root: HTMLElement;
  readonly #options: TextControlOptions;
  readonly #frame: FieldFrame;
  readonly #select = element('vscode-single-select');
  readonly #number: TextControl;
  #named: NamedValues = [];
  #value = '';
  /** The user wants to type a number; one that has a name does not end that. */
  #isTyping = false;

  constructor(options: TextControlOptions) {
    this.#options = options;
    this.#select.label = options.label;
    this.#select.addEventListener('change', () => this.#chosen());
    this.#number = new TextControl({
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
    this.#frame = new FieldFrame(options.label, this.#select, this.#number.root);
    this.root = this.#frame.root;
  }

  show(state: FieldState, isCurrent: boolean): void {
    if (JSON.stringify(state.namedValues) !== JSON.stringify(this.#named)) {
      this.#named = state.namedValues;
      this.#showControls();
    }
    this.#frame.show(state);
    this.#number.markInvalid(state.problem);
    this.#select.invalid = state.problem !== undefined && this.#number.root.hidden === true;
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

  async focus(selection?: readonly [number, number]): Promise<void> {
    if (this.#number.root.hidden) {
      await this.#select.updateComplete;
      this.#select.focus();
    } else {
      await this.#number.focus(selection);
    }
  }

  #showControls(): void {
    const isNamed = this.#named.some(({ value }) => String(value) === this.#value);
    const choice = isNamed && !this.#isTyping ? this.#value : otherNumber;
    const option = (value: string, label: string): VscodeSingleSelect['options'][number] => ({
      value,
      label,
      description: '',
      disabled: false,
      selected: value === choice,
    });
    this.#select.options = [
      ...this.#named.map((named) => option(String(named.value), nameWithNumber(named))),
      option(otherNumber, l10n.t('Another number…')),
    ];
    this.#select.value = choice;
    this.#select.hidden = this.#named.length === 0;
    this.#number.root.hidden = choice !== otherNumber;
  }

  #chosen(): void {
    if (this.#select.value === otherNumber) {
      this.#isTyping = true;
      this.#showControls();
      void this.#number.focus();
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

function nameWithNumber({ value, name }: NamedValues[number]): string {
  return l10n.t('{0} ({1})', name, value);
}
