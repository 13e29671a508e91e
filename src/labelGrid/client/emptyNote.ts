import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import type { GridState } from '../protocol.ts';

/** Note shown instead of rows if there are none. */
export class EmptyNote {
  readonly root = element('p', { className: 'empty', hidden: true });

  /** Shows the note, with the reason, if there are no rows. */
  show({ rowCount, totalCount }: GridState): void {
    this.root.hidden = rowCount > 0;
    this.root.textContent =
      totalCount > 0 ? l10n.t('No rows match the filter.') : l10n.t('There are no rows.');
  }
}
