import * as l10n from '@vscode/l10n';
import type { EditableFormState } from '../protocol.ts';
import { element, isolatedText } from './element.ts';

/** The fields of the record that only the service sets. */
export class ReadOnlyFields {
  readonly root: HTMLElement;
  readonly #list = element('dl', { className: 'readOnly' });
  #shown = '';

  constructor() {
    const title = l10n.t('Set by the service');
    this.root = element(
      'section',
      { ariaLabel: title, hidden: true },
      element('h2', {}, title),
      this.#list,
    );
  }

  /** Shows the fields in the order of the service; does not touch the page where nothing is new. */
  show(fields: EditableFormState['readOnly']): void {
    const shown = JSON.stringify(fields);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    this.root.hidden = fields.length === 0;
    this.#list.replaceChildren(
      ...fields.flatMap(({ name, text }) => [
        element('dt', {}, isolatedText(name)),
        element('dd', {}, isolatedText(text)),
      ]),
    );
  }
}
