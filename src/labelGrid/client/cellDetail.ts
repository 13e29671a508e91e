import * as l10n from '@vscode/l10n';
import { element, showText } from '../../webview/client/element.ts';
import type { GridState } from '../protocol.ts';

/**
 * Line in the heading: the result of the last action, an explanation of the active cell's marks, and buttons
 * that resolve a conflict. Its height is reserved, so that the rows do not move.
 */
export class CellDetail {
  readonly root: HTMLElement;
  readonly #notice = element('p', { className: 'banner warning', hidden: true });
  readonly #text = element('p', { className: 'marks', hidden: true });
  readonly #mine = element('button', { className: 'secondary' }, l10n.t('Keep Mine'));
  readonly #theirs = element('button', { className: 'secondary' }, l10n.t('Take Theirs'));

  /** `decide` is called when the user resolves the conflict in the active cell. */
  constructor(decide: (side: 'mine' | 'theirs') => void) {
    this.#notice.role = 'status';
    this.#mine.addEventListener('click', () => decide('mine'));
    this.#theirs.addEventListener('click', () => decide('theirs'));
    this.root = element(
      'div',
      { className: 'detail' },
      this.#notice,
      this.#text,
      this.#mine,
      this.#theirs,
    );
  }

  /** Shows the result of the last action. */
  show({ notice }: GridState): void {
    this.#notice.hidden = notice === undefined;
    showText(this.#notice, notice ?? '');
  }

  /** Shows the meaning of the active cell's marks, and the buttons for a conflict. */
  showMarks(sentences: readonly string[], isConflict: boolean): void {
    const text = sentences.join(' ');
    showText(this.#text, text);
    this.#text.hidden = text === '';
    // The displayed text is cut if it does not fit.
    this.#text.title = text;
    this.#mine.hidden = !isConflict;
    this.#theirs.hidden = !isConflict;
  }
}
