import type { FieldState } from '../protocol.ts';
import { element } from './element.ts';

/** Whether saving would change the field. */
export function isChanged({ original, value }: FieldState): boolean {
  return original !== undefined && original !== value;
}

/** One field of the form, whatever its control is. */
export interface FormRow {
  readonly root: HTMLElement;
  /** Shows what the document holds; `isCurrent` is false while it lags behind what was typed. */
  show(state: FieldState, isCurrent: boolean): void;
  disabled: boolean;
  /** Where the caret is. */
  readonly selection: readonly [number, number] | undefined;
  focus(selection?: readonly [number, number]): Promise<void>;
}

/** The frame of a field: its name, its control, and why its value cannot be saved. */
export class FieldFrame {
  readonly root: HTMLElement;
  readonly #problem: HTMLElement;

  constructor(name: string, ...controls: readonly HTMLElement[]) {
    this.#problem = element('p', { className: 'problem' });
    this.#problem.setAttribute('aria-live', 'polite');
    // The control has the same name for assistive technology.
    const title = element('span', { className: 'name' }, name);
    title.setAttribute('aria-hidden', 'true');
    title.addEventListener('click', () => controls.find(({ hidden }) => !hidden)?.focus());
    this.root = element('div', { className: 'field' }, title, ...controls, this.#problem);
  }

  /** Marks the field as changed, and says what is wrong with it. */
  show(state: FieldState): void {
    this.root.classList.toggle('changed', isChanged(state));
    const { problem = '' } = state;
    if (this.#problem.textContent !== problem) {
      this.#problem.textContent = problem;
    }
  }
}
