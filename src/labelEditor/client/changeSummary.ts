import * as l10n from '@vscode/l10n';
import type { EditableFormState, FormField } from '../protocol.ts';
import { element, isolatedText } from './element.ts';

/** What saving would send to the service, or what keeps it from being sent. */
export class ChangeSummary {
  readonly root: HTMLElement;
  readonly #list = element('div', { className: 'summary' });
  readonly #names: Readonly<Record<FormField, string>>;

  constructor(names: Readonly<Record<FormField, string>>) {
    this.#names = names;
    const title = l10n.t('Will be sent');
    this.root = element('section', { ariaLabel: title }, element('h2', {}, title), this.#list);
  }

  /** The document cannot be read, so nothing can be sent. */
  showUnreadable(): void {
    this.#showBlocked([]);
  }

  /** `nameOfStatus` gives the text by which a person knows a status. */
  show(state: EditableFormState, nameOfStatus: (status: string) => string): void {
    const { changes, fields, otherProblems } = state;
    const isBlocked =
      otherProblems.length > 0 ||
      Object.values(fields).some(({ problem }) => problem !== undefined);
    if (changes === undefined) {
      this.#say(l10n.t('The service could not be asked yet, so the changes cannot be told.'));
    } else if (isBlocked) {
      this.#showBlocked(otherProblems);
    } else if (changes.length === 0) {
      this.#say(l10n.t('Nothing has changed.'));
    } else {
      this.#list.replaceChildren(
        element(
          'ul',
          {},
          ...changes.map((field) => {
            const { original = '', value } = fields[field];
            return field === 'labelStatus'
              ? this.#change(field, nameOfStatus(original), nameOfStatus(value))
              : this.#change(field, original, value);
          }),
        ),
      );
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

  #change(field: FormField, original: string, value: string): Node {
    const before =
      original === ''
        ? element('span', { className: 'quiet' }, l10n.t('empty'))
        : element('del', {}, isolatedText(original));
    return element(
      'li',
      {},
      element('span', { className: 'changedName' }, this.#names[field]),
      ' ',
      before,
      ' → ',
      element('ins', {}, isolatedText(value)),
    );
  }
}
