import type { FieldState } from '../protocol.ts';
import { FieldFrame, type FormRow, type FormRowOptions } from './formRow.ts';
import { TextInput } from './textInput.ts';

/** Text field. */
export class TextRow implements FormRow {
  readonly root: HTMLElement;
  readonly #frame: FieldFrame;
  readonly #control: TextInput;

  constructor(options: FormRowOptions) {
    this.#control = new TextInput(options);
    this.#frame = new FieldFrame(options, this.#control.root);
    this.root = this.#frame.root;
  }

  show(state: FieldState, isCurrent: boolean): void {
    this.#frame.show(state);
    this.#control.markInvalid(state.problem);
    if (isCurrent) {
      this.#control.show(state.value);
    }
  }

  set disabled(isDisabled: boolean) {
    this.#control.disabled = isDisabled;
  }

  set readOnly(isReadOnly: boolean) {
    this.#control.readOnly = isReadOnly;
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
}
