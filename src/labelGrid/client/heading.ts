import * as l10n from '@vscode/l10n';
import { element, isolatedText, showText } from '../../webview/client/element.ts';
import type { GridInitialData, GridState, GridText } from '../protocol.ts';
import { PressGuard } from './pressGuard.ts';

/** Name of a button in messages to the extension. */
type Button = 'primary' | 'cancel';

/** Actions of the heading. */
interface HeadingActions {
  /** Called when the user presses a button; presses by scripts are ignored. */
  readonly press: (button: Button, event: MouseEvent) => void;
  readonly choose: (id: string, isChosen: boolean) => void;
}

/**
 * Title, account, facts and choices of a grid, the detail of its active cell, and its buttons. The buttons
 * are at the top, as VS Code shows notifications in the bottom corner.
 */
export class Heading {
  readonly root: HTMLElement;
  readonly #account = element('p', { className: 'account' });
  readonly #summary = element('p', { className: 'summary' });
  readonly #primary = element('button');
  readonly #cancel = element('button', { className: 'secondary' }, l10n.t('Cancel'));
  readonly #actions: HTMLElement;
  readonly #choices = element('fieldset', { className: 'choices', hidden: true });
  readonly #choicesTitle = element('legend');
  readonly #boxes = new Map<string, HTMLInputElement>();
  readonly #choose: HeadingActions['choose'];
  readonly #guard: PressGuard;
  #isEnabled = false;

  constructor(
    { columns, title }: GridInitialData,
    detail: HTMLElement,
    { choose, press }: HeadingActions,
  ) {
    this.#choose = choose;
    // The button of a table, whose cells can be edited, leads to a review.
    const isReview = !columns.some(({ isEditable }) => isEditable);
    this.#guard = new PressGuard(isReview, () => this.#updatePrimary());
    for (const [button, name] of [
      [this.#primary, 'primary'],
      [this.#cancel, 'cancel'],
    ] as const) {
      button.addEventListener('click', (event) => {
        if (event.isTrusted) {
          press(name, event);
        }
      });
    }
    this.#actions = element(
      'div',
      { className: 'actions', hidden: true },
      this.#primary,
      this.#cancel,
    );
    const titles = element(
      'div',
      { className: 'titles' },
      element('h1', {}, isolatedText(title)),
      this.#account,
      element('div', { className: 'facts' }, this.#summary, detail),
      this.#choices,
    );
    this.#choices.append(this.#choicesTitle);
    this.root = element('header', { className: 'heading' }, titles, this.#actions);
  }

  /** Shows the facts, the choices and the buttons of a state. */
  show({ account, choices, primary, summary }: GridState): void {
    showText(this.#account, account);
    showText(this.#summary, summary);
    this.#choices.hidden = choices === undefined;
    showText(this.#choicesTitle, choices?.title ?? '');
    for (const { id, isChosen, text } of choices?.items ?? []) {
      this.#boxFor(id, text).checked = isChosen;
    }
    this.#actions.hidden = primary === undefined;
    this.#cancel.hidden = primary?.canCancel !== true;
    this.#isEnabled = primary?.isEnabled === true;
    this.#updatePrimary();
    showText(this.#primary, primary?.text ?? '');
  }

  /** Returns whether a press of the primary button by `event` counts; `isEnabled` is the state of the button. */
  accepts(event: KeyboardEvent | MouseEvent, isEnabled: boolean): boolean {
    return this.#guard.accepts(event, isEnabled);
  }

  #updatePrimary(): void {
    // Not `disabled`, so that the button keeps the focus; the grid ignores the press.
    this.#primary.ariaDisabled = String(!this.#isEnabled || !this.#guard.isOpen);
  }

  #boxFor(id: string, text: GridText): HTMLInputElement {
    const known = this.#boxes.get(id);
    if (known !== undefined) {
      return known;
    }
    const box = element('input', { type: 'checkbox' });
    box.addEventListener('change', () => this.#choose(id, box.checked));
    this.#boxes.set(id, box);
    this.#choices.append(element('label', {}, box, isolatedText(text)));
    return box;
  }
}
