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
  /** Moves the focus away from the buttons. */
  readonly leave: () => void;
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
  readonly #isReview: boolean;
  #primaryText = '';
  #isEnabled = false;
  #areRowsInSight = true;

  constructor(
    { columns, title }: GridInitialData,
    detail: HTMLElement,
    { choose, leave, press }: HeadingActions,
  ) {
    this.#choose = choose;
    // The button of a table, whose cells can be edited, leads to a review.
    this.#isReview = !columns.some(({ isEditable }) => isEditable);
    this.#guard = new PressGuard(this.#isReview, {
      onDidChange: () => this.#updatePrimary(),
      leaveButton: () => {
        if (this.#actions.contains(document.activeElement)) {
          leave();
        }
      },
    });
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
    this.#primaryText = primary?.text ?? '';
    this.#updatePrimary();
  }

  /** Notes whether the page is large enough to show rows. Changes that nobody can see are not sent. */
  showRowsInSight(areInSight: boolean): void {
    this.#areRowsInSight = areInSight || !this.#isReview;
    this.#updatePrimary();
  }

  /** Returns whether a press of the primary button by `event` counts; `isEnabled` is the state of the button. */
  accepts(event: KeyboardEvent | MouseEvent, isEnabled: boolean): boolean {
    return this.#guard.accepts(event, isEnabled && this.#areRowsInSight);
  }

  #updatePrimary(): void {
    // Not `disabled`, so that the button keeps the focus; the grid ignores the press.
    const isEnabled = this.#isEnabled && this.#areRowsInSight && this.#guard.isOpen;
    this.#primary.ariaDisabled = String(!isEnabled);
    showText(
      this.#primary,
      this.#areRowsInSight ? this.#primaryText : l10n.t('Enlarge to See Changes'),
    );
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
