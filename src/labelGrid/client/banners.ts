import * as l10n from '@vscode/l10n';
import { element, showText } from '../../webview/client/element.ts';
import type { GridState } from '../protocol.ts';

/** Banners above the rows: the extension does not respond, or nothing can be changed. */
export class Banners {
  readonly #late = element(
    'p',
    { className: 'banner error', hidden: true },
    l10n.t(
      'VS Code is not accepting input here. If this continues, copy your text and reload the window; what VS Code accepted is kept.',
    ),
  );
  readonly #readOnly = element('p', { className: 'banner warning', hidden: true });

  constructor() {
    this.#late.role = 'alert';
    this.#readOnly.role = 'status';
  }

  /** Elements of the banners, in the order of the page. */
  get elements(): readonly HTMLElement[] {
    return [this.#late, this.#readOnly];
  }

  /** True while the extension does not answer in time. */
  set isLate(isLate: boolean) {
    this.#late.hidden = !isLate;
    // The extension that reported the reason may have crashed.
    this.#readOnly.hidden = isLate || this.#readOnly.textContent === '';
  }

  /** Shows the banner, with the reason, if nothing can be changed. */
  show({ readOnly }: GridState): void {
    showText(this.#readOnly, readOnly ?? '');
    this.#readOnly.hidden = readOnly === undefined || !this.#late.hidden;
  }
}
