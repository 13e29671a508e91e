import * as l10n from '@vscode/l10n';
import { element, isolatedText } from '../../webview/client/element.ts';
import type { EditableFormState, FieldState, FormField, FormText } from '../protocol.ts';
import { isChanged } from './formRow.ts';

/** Summary of the changes that a save sends, or the problems that prevent it. */
export class ChangeSummary {
  readonly root: HTMLElement;
  readonly #list = element('div', { className: 'summary' });
  readonly #titles: ReadonlyMap<string, string>;

  constructor(fields: readonly FormField[]) {
    this.#titles = new Map(fields.map((field) => [field.name, field.title]));
    const title = l10n.t('Will be sent');
    this.root = element('section', { ariaLabel: title }, element('h2', {}, title), this.#list);
  }

  /** Shows that nothing can be sent, because the document is unreadable. */
  showUnreadable(): void {
    this.#showBlocked([]);
  }

  /** Shows the changes that a save of the document would send. */
  show({ fields, otherProblems }: EditableFormState): void {
    const changed = fields.filter(isChanged);
    if (fields.some(({ original }) => original === undefined)) {
      this.#say(l10n.t('The service has not answered yet, so your changes cannot be listed.'));
    } else if (otherProblems.length > 0 || fields.some(({ problem }) => problem !== undefined)) {
      this.#showBlocked(otherProblems);
    } else if (changed.length === 0) {
      this.#say(l10n.t('Nothing has changed.'));
    } else {
      this.#list.replaceChildren(element('ul', {}, ...changed.map((field) => this.#change(field))));
    }
  }

  #showBlocked(reasons: readonly FormText[]): void {
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

  #change({ name, original, text }: FieldState): Node {
    const before =
      original === undefined || original.value === ''
        ? element('span', { className: 'quiet' }, l10n.t('empty'))
        : element('del', {}, isolatedText(original.text));
    return element(
      'li',
      {},
      element('span', { className: 'changedName' }, this.#titles.get(name) ?? name),
      ' ',
      before,
      ' → ',
      element('ins', {}, isolatedText(text)),
    );
  }
}
