import * as l10n from '@vscode/l10n';
import type { EditableFormState, StateMessage } from '../protocol.ts';
import { element } from './element.ts';

/** Says above the fields what stands in the way: of reading the document, of changing it or of saving it. */
export class Banners {
  readonly roots: readonly HTMLElement[];
  readonly #unreadable: HTMLElement;
  readonly #unreadableReason = element('span');
  readonly #deleted = banner(
    'warning',
    element('span', {}, l10n.t('The service no longer has this label. It cannot be saved.')),
  );
  readonly #readOnly = banner(
    'warning',
    element(
      'span',
      {},
      l10n.t('This document is read-only in VS Code. It cannot be changed here.'),
    ),
  );
  readonly #late = banner(
    'error',
    element(
      'span',
      {},
      l10n.t(
        'VS Code does not take what you type here. If that does not pass, copy it and reload the window: it keeps what was taken.',
      ),
    ),
  );
  readonly #changed: HTMLElement;
  readonly #changedText = element('span');

  constructor(openAsJson: () => void) {
    const button = element('button', { className: 'secondary' }, l10n.t('Open as JSON'));
    button.addEventListener('click', openAsJson);
    this.#unreadable = banner('error', this.#unreadableReason, button);
    this.#changed = banner('warning', this.#changedText);
    this.roots = [this.#unreadable, this.#deleted, this.#readOnly, this.#late, this.#changed];
  }

  /** Shows those that are about the document. */
  show({ form, isReadOnly }: StateMessage): void {
    this.#readOnly.hidden = !isReadOnly;
    this.#unreadable.hidden = form.kind === 'editable';
    if (form.kind === 'editable') {
      this.#deleted.hidden = !form.isDeleted;
      this.#showForeignChanges(form);
    } else {
      this.#changed.hidden = true;
      this.#unreadableReason.textContent = l10n.t(
        '{0} The form cannot show it, and nothing can be saved until it is corrected.',
        form.message,
      );
    }
  }

  /** What was typed does not arrive in the document, or does again. */
  showLate(isLate: boolean): void {
    this.#late.hidden = !isLate;
  }

  #showForeignChanges({ fields }: EditableFormState): void {
    const hasConflict = fields.some(({ theirs }) => theirs?.isConflict === true);
    const text = hasConflict
      ? l10n.t(
          'This label was changed at the service while you edited it. Decide below whose values to keep.',
        )
      : l10n.t(
          'This label was changed at the service while you edited it. Saving keeps what you have not touched.',
        );
    if (this.#changedText.textContent !== text) {
      this.#changedText.textContent = text;
    }
    this.#changed.hidden = fields.every(({ theirs }) => theirs === undefined);
  }
}

function banner(kind: 'error' | 'warning', ...content: readonly Node[]): HTMLElement {
  const root = element('div', { className: `banner ${kind}`, hidden: true }, ...content);
  root.role = 'alert';
  return root;
}
