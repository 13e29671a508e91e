import * as l10n from '@vscode/l10n';
import { element, isolatedText } from '../../webview/client/element.ts';
import type { GridColumn, GridColumnFilter } from '../protocol.ts';

/** Dialog with the filter of one column. The browser keeps the focus in it, and closes it with Escape. */
export class ColumnFilter {
  readonly root = element('dialog', { className: 'columnFilter' });

  /** Opens the dialog below `header`; `apply` is called with the filter, or without one if all rows match. */
  open(
    header: HTMLElement,
    column: GridColumn,
    filter: GridColumnFilter | undefined,
    apply: (filter: GridColumnFilter | undefined) => void,
  ): void {
    const words = element('input', { type: 'text', value: filter?.words ?? '' });
    words.spellcheck = false;
    const since = element('input', { type: 'date', value: filter?.since ?? '' });
    const isEmpty = element('input', { type: 'checkbox', checked: filter?.isEmpty === true });
    const values = column.knownValues.map(({ text, value }) => {
      const box = element('input', {
        type: 'checkbox',
        value,
        checked: filter?.values.includes(value) === true,
      });
      return {
        box,
        label: element('label', { className: 'choice' }, box, ' ', isolatedText(text)),
      };
    });
    const form = element(
      'form',
      { method: 'dialog' },
      element('h2', {}, l10n.t('Filter {0}', column.title)),
      column.kind === 'time'
        ? element('label', {}, l10n.t('Since'), since)
        : element('label', {}, l10n.t('Contains the words'), words),
      values.length === 0
        ? ''
        : element(
            'fieldset',
            {},
            element('legend', {}, l10n.t('Values')),
            ...values.map(({ label }) => label),
          ),
      element('label', { className: 'choice' }, isEmpty, ' ', l10n.t('Only empty cells')),
      this.#buttons(() => apply(undefined)),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.root.close();
      const wanted = {
        words: words.value.trim(),
        since: since.value,
        isEmpty: isEmpty.checked,
        values: values.filter(({ box }) => box.checked).map(({ box }) => box.value),
      };
      const isNone =
        wanted.words === '' && wanted.since === '' && !wanted.isEmpty && wanted.values.length === 0;
      apply(isNone ? undefined : wanted);
    });
    this.root.ariaLabel = l10n.t('Filter {0}', column.title);
    this.root.replaceChildren(form);
    this.root.showModal();
    this.#placeBelow(header);
  }

  #buttons(clear: () => void): HTMLElement {
    const reset = element('button', { type: 'button', className: 'secondary' }, l10n.t('Clear'));
    reset.addEventListener('click', () => {
      this.root.close();
      clear();
    });
    return element(
      'div',
      { className: 'actions' },
      element('button', { type: 'submit' }, l10n.t('Filter')),
      reset,
    );
  }

  #placeBelow(header: HTMLElement): void {
    const { bottom, left } = header.getBoundingClientRect();
    const { height, width } = this.root.getBoundingClientRect();
    const margin = 4;
    this.root.style.left = `${Math.max(Math.min(left, window.innerWidth - width - margin), margin)}px`;
    this.root.style.top = `${Math.max(Math.min(bottom, window.innerHeight - height - margin), margin)}px`;
  }
}
