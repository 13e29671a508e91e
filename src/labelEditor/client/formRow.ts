import * as l10n from '@vscode/l10n';
import { element, showPlainText } from '../../webview/client/element.ts';
import type { FieldState } from '../protocol.ts';
import type { TextInputOptions } from './textInput.ts';
import { TheirChange } from './theirChange.ts';

/** Returns whether saving would change the field. */
export function isChanged({ original, value }: FieldState): boolean {
  return original !== undefined && original.value !== value;
}

/** Options of a row. */
export interface FormRowOptions extends TextInputOptions {
  /** Called when the user has resolved a conflict with `theirs`, somebody else's value. */
  readonly decided: (theirs: string) => void;
}

/** A field of the form, with any control. */
export interface FormRow {
  readonly root: HTMLElement;
  /** Shows the document's value; `isCurrent` is false while the document lags behind the typed text. */
  show(state: FieldState, isCurrent: boolean): void;
  disabled: boolean;
  /** True if the field can be read and copied, but not changed. */
  readOnly: boolean;
  /** Start and end of the selection; undefined if there is no text input. */
  readonly selection: readonly [number, number] | undefined;
  focus(selection?: readonly [number, number]): void;
  /** Focuses the control and selects its text. */
  select(): void;
}

/** Frame of a field: its name, its control, and the messages and actions for its value. */
export class FieldFrame {
  readonly root: HTMLElement;
  readonly #options: FormRowOptions;
  readonly #problem = element('p', { className: 'problem' });
  readonly #warnings = element('p', { className: 'warnings' });
  readonly #reset: HTMLButtonElement;
  readonly #theirChange: TheirChange;
  #state: FieldState | undefined;

  constructor(options: FormRowOptions, ...controls: readonly HTMLElement[]) {
    this.#options = options;
    const { label } = options;
    for (const said of [this.#problem, this.#warnings]) {
      said.setAttribute('aria-live', 'polite');
    }
    this.#reset = element('button', { className: 'link', hidden: true }, l10n.t('Reset'));
    this.#reset.ariaLabel = l10n.t('Reset: {0}', label);
    this.#reset.addEventListener('click', () => {
      this.#replace(this.#state?.original?.value);
      controls.find(({ hidden }) => !hidden)?.focus();
    });
    this.#theirChange = new TheirChange(label, {
      takeTheirs: (theirs) => {
        this.#replace(theirs);
        options.decided(theirs);
      },
      keepMine: options.decided,
    });
    // Hidden from assistive technology, as the control has the same name.
    const title = element('span', { className: 'name' }, label);
    title.setAttribute('aria-hidden', 'true');
    title.addEventListener('click', () => controls.find(({ hidden }) => !hidden)?.focus());
    this.root = element(
      'div',
      { className: 'field' },
      element('div', { className: 'title' }, title, this.#reset),
      ...controls,
      this.#problem,
      this.#warnings,
      this.#theirChange.root,
    );
  }

  /** Marks the field as changed, and shows its problem. */
  show(state: FieldState): void {
    this.#state = state;
    this.root.classList.toggle('changed', isChanged(state));
    this.#reset.hidden = !isChanged(state);
    showPlainText(this.#problem, state.problem ?? '');
    showPlainText(this.#warnings, state.warnings.join(' '));
    this.#theirChange.show(state);
  }

  /** Replaces the value as a separate undo step. */
  #replace(value: string | undefined): void {
    if (this.#state !== undefined && value !== undefined) {
      this.#options.left();
      this.#options.typed(value, this.#state.value);
      this.#options.left();
    }
  }
}
