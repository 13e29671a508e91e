import * as l10n from '@vscode/l10n';
import type { FieldState } from '../protocol.ts';
import { element } from './element.ts';
import type { TextInputOptions } from './textInput.ts';
import { TheirChange } from './theirChange.ts';

/** Whether saving would change the field. */
export function isChanged({ original, value }: FieldState): boolean {
  return original !== undefined && original !== value;
}

/** What a row is for. */
export interface FormRowOptions extends TextInputOptions {
  /** The user has decided about what somebody else has made of the field: `theirs`. */
  readonly decided: (theirs: string) => void;
}

/** One field of the form, whatever its control is. */
export interface FormRow {
  readonly root: HTMLElement;
  /** Shows what the document holds; `isCurrent` is false while it lags behind what was typed. */
  show(state: FieldState, isCurrent: boolean): void;
  disabled: boolean;
  /** Where the caret is. */
  readonly selection: readonly [number, number] | undefined;
  focus(selection?: readonly [number, number]): void;
}

/** The frame of a field: its name, its control, what there is to say of its value and to do about it. */
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
      this.#replace(this.#state?.original);
      controls.find(({ hidden }) => !hidden)?.focus();
    });
    this.#theirChange = new TheirChange(label, {
      takeTheirs: (theirs) => {
        this.#replace(theirs);
        options.decided(theirs);
      },
      keepMine: options.decided,
    });
    // The control has the same name for assistive technology.
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

  /** Marks the field as changed, and says what is wrong with it. */
  show(state: FieldState): void {
    this.#state = state;
    this.root.classList.toggle('changed', isChanged(state));
    this.#reset.hidden = !isChanged(state);
    say(this.#problem, state.problem ?? '');
    say(this.#warnings, state.warnings.join(' '));
    this.#theirChange.show(state);
  }

  /** An undo step of its own. */
  #replace(value: string | undefined): void {
    if (this.#state !== undefined && value !== undefined) {
      this.#options.left();
      this.#options.typed(value, this.#state.value);
      this.#options.left();
    }
  }
}

function say(where: HTMLElement, text: string): void {
  if (where.textContent !== text) {
    where.textContent = text;
  }
}
