import * as l10n from '@vscode/l10n';
import { element } from '../../webview/client/element.ts';
import type { StateMessage } from '../protocol.ts';
import type { FormHost } from './formHost.ts';

type Message = Parameters<FormHost['send']>[0];

/** Actions on the label other than editing it. */
export class LabelActions {
  readonly root = element('nav', { className: 'labelActions', ariaLabel: l10n.t('Label') });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;

  constructor(extensionHost: FormHost) {
    const button = (text: string, message: Message): HTMLButtonElement => {
      const made = element('button', { className: 'link' }, text);
      made.addEventListener('click', () => extensionHost.send(message));
      return made;
    };
    this.#previous = button(l10n.t('Previous'), { type: 'go', to: 'previous' });
    this.#next = button(l10n.t('Next'), { type: 'go', to: 'next' });
    this.root.append(
      this.#previous,
      this.#next,
      button(l10n.t('Reveal in Labels'), { type: 'reveal' }),
      button(l10n.t('Copy ID'), { type: 'copy', what: 'id' }),
      button(l10n.t('Copy Code'), { type: 'copy', what: 'code' }),
      button(l10n.t('Copy Name'), { type: 'copy', what: 'name' }),
    );
  }

  /** Enables navigation to the previous and next labels in the view. */
  show({ next, previous }: StateMessage['neighbors']): void {
    this.#previous.disabled = !previous;
    this.#next.disabled = !next;
  }
}
