import * as l10n from '@vscode/l10n';
import type { StateMessage } from '../protocol.ts';
import { element } from './element.ts';
import type { ExtensionHost } from './extensionHost.ts';

type Message = Parameters<ExtensionHost['send']>[0];

/** What can be done with the label, other than changing it. */
export class LabelActions {
  readonly root = element('nav', { className: 'labelActions', ariaLabel: l10n.t('Label') });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;

  constructor(extensionHost: ExtensionHost) {
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

  /** Where one can go from here, in the order of the view. */
  show({ next, previous }: StateMessage['neighbours']): void {
    this.#previous.disabled = !previous;
    this.#next.disabled = !next;
  }
}
