import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import type { GridFilter, GridState } from '../protocol.ts';

/** Filter that all rows match. */
const noFilter: GridFilter = { words: '', columns: {}, facets: [] };

/** Filter bar: words in any column, and the kinds of rows to which the view can be limited. */
export class FilterBar {
  readonly root: HTMLElement;
  readonly #words = element('input', { type: 'search', className: 'words' });
  readonly #facets = element('div', { className: 'facets' });
  readonly #clear = element('button', { className: 'link', hidden: true }, l10n.t('Clear Filters'));
  readonly #change: (filter: GridFilter) => void;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  #filter = noFilter;

  /**
   * `change` is called with the filter that the user requests, and `leave` when the user moves to the rows:
   * to the first row, or back to the active cell.
   */
  constructor(change: (filter: GridFilter) => void, leave: (isToFirst: boolean) => void) {
    this.#change = change;
    this.#words.placeholder = l10n.t('Filter by words in any order');
    this.#words.ariaLabel = l10n.t('Filter rows');
    this.#words.spellcheck = false;
    this.#words.autocomplete = 'off';
    this.#words.addEventListener('input', () =>
      this.#want({ ...this.#filter, words: this.#words.value }),
    );
    this.#words.addEventListener('keydown', (event) => {
      const isFinal = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
      if (event.isComposing) {
        return;
      }
      if (event.key === 'Escape' && this.#words.value === '') {
        leave(false);
      } else if (event.key === 'ArrowDown' || isFinal) {
        event.preventDefault();
        // Otherwise the grid, which then has the focus, would handle the key: open the cell, or move to the
        // next row.
        event.stopPropagation();
        leave(isFinal);
      }
    });
    this.#clear.addEventListener('click', () => {
      this.#want(noFilter);
      this.focus();
    });
    this.#facets.role = 'group';
    this.#facets.ariaLabel = l10n.t('Show only');
    this.root = element('div', { className: 'filterBar' }, this.#words, this.#facets, this.#clear);
    this.root.role = 'search';
  }

  /** Focuses the words and selects them. */
  focus(): void {
    this.#words.focus();
    this.#words.select();
  }

  /** Shows the current filter. */
  show({ facets, filter }: GridState): void {
    this.#filter = filter;
    // The words that are being typed are newer.
    if (document.activeElement !== this.#words || filter.words === '') {
      this.#words.value = filter.words;
    }
    const isFiltered =
      filter.words !== '' || filter.facets.length > 0 || Object.keys(filter.columns).length > 0;
    this.#clear.hidden = !isFiltered;
    for (const { count, id, text } of facets) {
      const button = this.#buttonFor(id);
      const isOn = filter.facets.includes(id);
      button.ariaPressed = String(isOn);
      button.hidden = count === 0 && !isOn;
      const label = `${text} (${count.toLocaleString(document.documentElement.lang)})`;
      if (button.textContent !== label) {
        button.textContent = label;
      }
    }
  }

  #want(filter: GridFilter): void {
    // The next keystroke may come before the response.
    this.#filter = filter;
    this.#change(filter);
  }

  #buttonFor(id: string): HTMLButtonElement {
    const known = this.#buttons.get(id);
    if (known !== undefined) {
      return known;
    }
    const made = element('button', { className: 'secondary facet' });
    made.addEventListener('click', () => {
      const { facets } = this.#filter;
      const isOn = facets.includes(id);
      this.#want({
        ...this.#filter,
        facets: isOn ? facets.filter((other) => other !== id) : [...facets, id],
      });
    });
    this.#buttons.set(id, made);
    this.#facets.append(made);
    return made;
  }
}
