import * as l10n from '@vscode/l10n';
import { element, showText } from '../../webview/client/element.ts';
import { cellCount } from '../model/gridSelection.ts';
import type { GridRange, GridState } from '../protocol.ts';

/** Pause after a change until screen readers announce the counts, in milliseconds. */
const announcementDelay = 600;

/** Bar below the rows with the numbers of selected and shown rows. */
export class StatusBar {
  readonly root: HTMLElement;
  readonly #counts = element('p', { className: 'counts' });
  readonly #live = element('p', { className: 'live' });
  readonly #format = new Intl.NumberFormat(document.documentElement.lang);
  #announcement: number | undefined;
  #announced = '';

  constructor() {
    this.#live.role = 'status';
    this.root = element('footer', {}, this.#counts, this.#live);
  }

  /** Shows the size of the selection and the counts of `state`. */
  show(state: GridState, range: GridRange | undefined): void {
    const { counts } = state;
    const selected =
      range === undefined || cellCount(range) === 1
        ? ''
        : l10n.t({
            message: '{0} × {1} selected',
            args: [
              this.#format.format(range.bottom - range.top + 1),
              this.#format.format(range.right - range.left + 1),
            ],
            comment: ['{0} is the number of selected rows, {1} of columns'],
          });
    const facts = [selected, counts].filter((fact) => fact !== '');
    showText(this.#counts, facts.join(' · '));
    this.#announce(facts.join(', '));
  }

  /** Lets screen readers announce `text` once nothing else has changed for a moment. */
  #announce(text: string): void {
    if (this.#announced === '') {
      // The first text is not announced, as nothing has changed.
      this.#announced = text;
      return;
    }
    if (text === this.#announced) {
      return;
    }
    this.#announced = text;
    clearTimeout(this.#announcement);
    this.#announcement = window.setTimeout(() => showText(this.#live, text), announcementDelay);
  }
}
