import * as l10n from '@vscode/l10n';
import type { EditableFormState, FieldState, FormField } from '../protocol.ts';
import { element, isolatedText } from './element.ts';
import { isChanged } from './formRow.ts';
import { namedText } from './namedText.ts';

/** What saving would send to the service, or what keeps it from being sent. */
export class ChangeSummary {
  readonly root: HTMLElement;
  readonly #list = element('div', { className: 'summary' });
  readonly #titles: ReadonlyMap<string, string>;

  constructor(fields: readonly FormField[]) {
    this.#titles = new Map(fields.map((field) => [field.name, field.title]));
    const title = l10n.t('Will be sent');
    this.root = element('section', { ariaLabel: title }, element('h2', {}, title), this.#list);
  }

  /** The document cannot be read, so nothing can be sent. */
  showUnreadable(): void {
    this.#showBlocked([]);
  }

  /** What saving the document that `state` shows would send. */
  show({ fields, otherProblems }: EditableFormState): void {
    const changed = fields.filter(isChanged);
    if (fields.some(({ original }) => original === undefined)) {
      this.#say(l10n.t('The service could not be asked yet, so the changes cannot be told.'));
    } else if (otherProblems.length > 0 || fields.some(({ problem }) => problem !== undefined)) {
      this.#showBlocked(otherProblems);
    } else if (changed.length === 0) {
      this.#say(l10n.t('Nothing has changed.'));
    } else {
      this.#list.replaceChildren(element('ul', {}, ...changed.map((field) => this.#change(field))));
    }
  }

  #showBlocked(reasons: readonly string[]): void {
    const text = l10n.t('Nothing can be sent until this is corrected.');
    const items = reasons.map((reason) => element('li', {}, isolatedText(reason)));
    this.#list.replaceChildren(
      element('p', { className: 'problem' }, text),
      ...(items.length === 0 ? [] : [element('ul', {}, ...items)]),
    );
  }

  #say(text: string): void {
    this.#list.replaceChildren(element('p', { className: 'quiet' }, text));
  }

  #change({ name, original = '', value, namedValues }: FieldState): Node {
    const text = (input: string): Node => isolatedText(namedText(input, namedValues));
    const before =
      original === ''
        ? element('span', { className: 'quiet' }, l10n.t('empty'))
        : element('del', {}, text(original));
    return element(
      'li',
      {},
      element('span', { className: 'changedName' }, this.#titles.get(name) ?? name),
      ' ',
      before,
      ' → ',
      element('ins', {}, text(value)),
    );
  }
}
