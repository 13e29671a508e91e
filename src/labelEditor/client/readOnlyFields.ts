import * as l10n from '@vscode/l10n';
import { element, isolatedText } from '../../webview/client/element.ts';
import type { EditableFormState } from '../protocol.ts';

/** Read-only fields of the record. */
export class ReadOnlyFields {
  readonly root: HTMLElement;
  readonly #list = element('dl', { className: 'readOnly' });
  #shown = '';

  constructor() {
    const title = l10n.t('Read-only fields');
    this.root = element(
      'section',
      { ariaLabel: title, hidden: true },
      element('h2', {}, title),
      this.#list,
    );
  }

  /** Shows the fields in the order of the service; leaves the page untouched if nothing is new. */
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
