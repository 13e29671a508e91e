import * as l10n from '@vscode/l10n';
import { element, isolatedText } from '../../webview/client/element.ts';
import type { FieldState } from '../protocol.ts';

type FieldValue = Pick<FieldState, 'value' | 'text'>;

/** Actions of the buttons for a conflict. */
interface TheirChangeActions {
  takeTheirs(theirs: string): void;
  keepMine(theirs: string): void;
}

/** Change of a field by somebody else since the document was made. */
export class TheirChange {
  readonly root = element('div', { className: 'theirs banner warning', hidden: true });
  readonly #title: string;
  readonly #actions: TheirChangeActions;
  #shown = '';

  /** `title`: title of the field. */
  constructor(title: string, actions: TheirChangeActions) {
    this.#title = title;
    this.#actions = actions;
    this.root.role = 'group';
  }

  /** Shows the change, if any; leaves the page untouched if nothing is new. */
  show(state: FieldState): void {
    const { original, theirs, value } = state;
    const shown = JSON.stringify([original, theirs, value, state.text]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.root.hidden = theirs === undefined || theirs.value === value;
    this.root.ariaLabel = l10n.t('{0}: changed in the service', this.#title);
    if (theirs?.isConflict === true) {
      this.root.replaceChildren(...this.#conflict(state, theirs));
    } else if (theirs !== undefined) {
      this.root.replaceChildren(
        element(
          'span',
          {},
          l10n.t('Somebody else has changed this. Saving keeps their value:'),
          ' ',
          shownValue(theirs),
        ),
      );
    }
  }

  #conflict(state: FieldState, theirs: FieldValue): Node[] {
    const values = [
      [l10n.t('Was'), state.original],
      [l10n.t('Mine'), state],
      [l10n.t('Theirs'), theirs],
    ] as const;
    const button = (text: string, act: () => void): HTMLElement => {
      const made = element('button', { className: 'secondary' }, text);
      made.ariaLabel = `${text}: ${this.#title}`;
      made.addEventListener('click', act);
      return made;
    };
    return [
      element('p', {}, l10n.t('Somebody else has changed this too.')),
      element(
        'dl',
        { className: 'sides' },
        ...values.flatMap(([side, value]) => [
          element('dt', {}, side),
          element('dd', {}, shownValue(value)),
        ]),
      ),
      element(
        'div',
        { className: 'choices' },
        button(l10n.t('Take Theirs'), () => this.#actions.takeTheirs(theirs.value)),
        button(l10n.t('Keep Mine'), () => this.#actions.keepMine(theirs.value)),
      ),
    ];
  }
}

function shownValue(shown: FieldValue | undefined): Node {
  return shown === undefined || shown.value === ''
    ? element('span', { className: 'quiet' }, l10n.t('empty'))
    : isolatedText(shown.text);
}
