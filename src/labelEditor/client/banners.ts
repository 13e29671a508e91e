import * as l10n from '@vscode/l10n';
import { element, showPlainText } from '../../webview/client/element.ts';
import type { EditableFormState, MessageFromForm, StateMessage } from '../protocol.ts';

/** Message sent by a banner's button. */
type BannerMessage = Extract<MessageFromForm, { type: 'openAsJson' | 'refresh' | 'signIn' }>;

/** Banners above the fields for problems with reading, changing or saving the document. */
export class Banners {
  readonly roots: readonly HTMLElement[];
  readonly #unavailable: HTMLElement;
  readonly #unavailableReason = element('span');
  readonly #retry = element('button', {}, l10n.t('Retry'));
  readonly #signIn = element('button', { className: 'secondary' }, l10n.t('Sign In'));
  readonly #unreadable: HTMLElement;
  readonly #unreadableReason = element('span');
  readonly #deleted = banner(
    'warning',
    element('span', {}, l10n.t('The service no longer has this label. It cannot be saved.')),
  );
  readonly #readOnly: HTMLElement;
  readonly #readOnlyReason = element('span');
  readonly #late = banner(
    'error',
    element(
      'span',
      {},
      l10n.t(
        'VS Code is not accepting input here. If this continues, copy your text and reload the window; what VS Code accepted is kept.',
      ),
    ),
  );
  readonly #changed: HTMLElement;
  readonly #changedText = element('span');

  constructor(send: (message: BannerMessage) => void) {
    const button = element('button', { className: 'secondary' }, l10n.t('Open as JSON'));
    button.addEventListener('click', () => send({ type: 'openAsJson' }));
    this.#readOnly = banner('warning', this.#readOnlyReason);
    this.#unreadable = banner('error', this.#unreadableReason, button);
    this.#retry.addEventListener('click', () => {
      // Disabled until a response arrives, whatever it is.
      this.#retry.disabled = true;
      send({ type: 'refresh' });
    });
    this.#signIn.addEventListener('click', () => send({ type: 'signIn' }));
    const buttons = element('div', { className: 'actions' }, this.#retry, this.#signIn);
    this.#unavailable = banner('error', this.#unavailableReason, buttons);
    this.#changed = banner('warning', this.#changedText);
    this.roots = [
      this.#unavailable,
      this.#unreadable,
      this.#deleted,
      this.#readOnly,
      this.#late,
      this.#changed,
    ];
  }

  /** Shows the banners about the document. */
  show({ form, readOnly }: StateMessage): void {
    this.#readOnly.hidden = readOnly === undefined || form.kind === 'unavailable';
    showPlainText(this.#readOnlyReason, readOnly?.reason ?? '');
    this.#unavailable.hidden = form.kind !== 'unavailable';
    this.#unreadable.hidden = form.kind !== 'unreadable';
    switch (form.kind) {
      case 'editable':
        this.#deleted.hidden = !form.isDeleted;
        this.#showForeignChanges(form);
        break;
      case 'unavailable':
        this.#changed.hidden = true;
        this.#retry.disabled = false;
        this.#signIn.hidden = !form.isSignInOffered;
        this.#unavailableReason.textContent = l10n.t(
          'This label cannot be read at the moment. {0}',
          form.message,
        );
        break;
      case 'unreadable':
        this.#changed.hidden = true;
        this.#unreadableReason.textContent = l10n.t(
          '{0} The form cannot show it, and nothing can be saved until it is corrected.',
          form.message,
        );
        break;
    }
  }

  /** Shows or hides the banner for typed text that does not reach the document. */
  showLate(isLate: boolean): void {
    this.#late.hidden = !isLate;
  }

  #showForeignChanges({ fields }: EditableFormState): void {
    const hasConflict = fields.some(({ theirs }) => theirs?.isConflict === true);
    const text = hasConflict
      ? l10n.t(
          'This label was changed in the service while you edited it. Decide below whose values to keep.',
        )
      : l10n.t(
          'This label was changed in the service while you edited it. Saving sends only what you have changed.',
        );
    showPlainText(this.#changedText, text);
    this.#changed.hidden = fields.every(({ theirs }) => theirs === undefined);
  }
}

function banner(kind: 'error' | 'warning', ...content: readonly Node[]): HTMLElement {
  const root = element('div', { className: `banner ${kind}`, hidden: true }, ...content);
  root.role = 'alert';
  return root;
}
