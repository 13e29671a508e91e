import { fitsInput } from '../../core/text/fitsInput.ts';
import type { FieldState } from '../protocol.ts';
import { FieldFrame, type FormRow, type FormRowOptions } from './formRow.ts';
import { TextInput } from './textInput.ts';

/** Text field. A text that no input can show is displayed read-only, with escapes. */
export class TextRow implements FormRow {
  readonly root: HTMLElement;
  readonly #frame: FieldFrame;
  readonly #control: TextInput;
  #isReadOnly = false;
  #fits = true;

  constructor(options: FormRowOptions) {
    this.#control = new TextInput(options);
    this.#frame = new FieldFrame(options, this.#control.root);
    this.root = this.#frame.root;
  }

  show(state: FieldState, isCurrent: boolean): void {
    this.#frame.show(state);
    this.#control.markInvalid(state.problem);
    if (isCurrent) {
      this.#fits = fitsInput(state.value);
      this.#control.show(this.#fits ? state.value : state.text);
      this.#updateReadOnly();
    }
  }

  set disabled(isDisabled: boolean) {
    this.#control.disabled = isDisabled;
  }

  set readOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    this.#updateReadOnly();
  }

  get selection(): readonly [number, number] {
    return this.#control.selection;
  }

  focus(selection?: readonly [number, number]): void {
    this.#control.focus(selection);
  }

  select(): void {
    this.#control.select();
  }

  #updateReadOnly(): void {
    this.#control.readOnly = this.#isReadOnly || !this.#fits;
  }
}
