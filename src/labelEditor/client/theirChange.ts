import * as l10n from '@vscode/l10n';
import type { FieldState } from '../protocol.ts';
import { element, isolatedText } from './element.ts';
import { namedText } from './namedText.ts';

/** What the user can do about it. */
interface TheirChangeActions {
  takeTheirs(theirs: string): void;
  keepMine(theirs: string): void;
}

/** What somebody else has made of a field at the service since the document was made from it. */
export class TheirChange {
  readonly root = element('div', { className: 'theirs banner warning', hidden: true });
  readonly #title: string;
  readonly #actions: TheirChangeActions;
  #shown = '';

  /** `title` is what the field is called. */
  constructor(title: string, actions: TheirChangeActions) {
    this.#title = title;
    this.#actions = actions;
    this.root.role = 'group';
  }

  /** Says nothing where there is no such change; does not touch the page where nothing is new. */
  show(state: FieldState): void {
    const { original, theirs, value } = state;
    const shown = JSON.stringify([original, theirs, value, state.namedValues]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.root.hidden = theirs === undefined || theirs.value === value;
    this.root.ariaLabel = l10n.t('{0}: changed at the service', this.#title);
    if (theirs?.isConflict === true) {
      this.root.replaceChildren(...this.#conflict(state, theirs.value));
    } else if (theirs !== undefined) {
      this.root.replaceChildren(
        element(
          'span',
          {},
          l10n.t('Somebody else has changed this. Saving leaves it so:'),
          ' ',
          named(state, theirs.value),
        ),
      );
    }
  }

  #conflict(state: FieldState, theirs: string): Node[] {
    const values = [
      [l10n.t('Was'), state.original ?? ''],
      [l10n.t('Mine'), state.value],
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
          element('dd', {}, named(state, value)),
        ]),
      ),
      element(
        'div',
        { className: 'choices' },
        button(l10n.t('Take Theirs'), () => this.#actions.takeTheirs(theirs)),
        button(l10n.t('Keep Mine'), () => this.#actions.keepMine(theirs)),
      ),
    ];
  }
}

function named({ namedValues }: FieldState, value: string): Node {
  return value === ''
    ? element('span', { className: 'quiet' }, l10n.t('empty'))
    : isolatedText(namedText(value, namedValues));
}
