import * as l10n from '@vscode/l10n';
import type { EditableFormState, FormField, FormSaveState, StateMessage } from '../protocol.ts';
import { ChangeSummary } from './changeSummary.ts';
import { Edits } from './edits.ts';
import { element, isolatedText } from './element.ts';
import type { ExtensionHost, ViewState } from './extensionHost.ts';
import { isChanged, type FormRow, type FormRowOptions } from './formRow.ts';
import { Freshness } from './freshness.ts';
import { LabelActions } from './labelActions.ts';
import { NumberRow } from './numberRow.ts';
import { ReadOnlyFields } from './readOnlyFields.ts';
import { TextRow } from './textRow.ts';

const rowClasses: Readonly<Record<FormField['kind'], new (options: FormRowOptions) => FormRow>> = {
  text: TextRow,
  wholeNumber: NumberRow,
};

/** The label form: what the document holds, made of fields. */
export class Form {
  readonly #extensionHost: ExtensionHost;
  readonly #edits: Edits;
  readonly #rows: ReadonlyMap<string, FormRow>;
  readonly #summary: ChangeSummary;
  readonly #readOnly = new ReadOnlyFields();
  readonly #title = element('h1', {}, l10n.t('Label'));
  readonly #account = element('p', { className: 'account' });
  readonly #freshness: Freshness;
  readonly #actions: LabelActions;
  readonly #changed: HTMLElement;
  readonly #changedText = element('span');
  readonly #unreadable: HTMLElement;
  readonly #unreadableReason = element('span');
  readonly #deleted: HTMLElement;
  readonly #readOnlyDocument: HTMLElement;
  readonly #late: HTMLElement;
  readonly #body: HTMLElement;
  readonly #main: HTMLElement;
  readonly #save = element('button', {}, l10n.t('Save'));
  readonly #discard = element('button', { className: 'secondary' }, l10n.t('Discard Changes'));
  readonly #progress = element('p', { className: 'progress' });
  #restored: ViewState | undefined;
  #shown = '';
  /** What was shown when the document was last saved: how that went is said until something changes. */
  #shownAtSave = '';

  constructor(extensionHost: ExtensionHost, fields: readonly FormField[]) {
    this.#extensionHost = extensionHost;
    this.#edits = new Edits(extensionHost, (isLate) => {
      this.#late.hidden = !isLate;
    });
    this.#restored = extensionHost.viewState;
    this.#rows = new Map(
      fields.map(({ name, title, kind }) => {
        const row = new rowClasses[kind]({
          label: title,
          typed: (value, base) => this.#edits.typed(name, value, base),
          left: () => this.#edits.endStep(),
          decided: (theirs) => extensionHost.send({ type: 'decided', field: name, theirs }),
        });
        return [name, row];
      }),
    );
    this.#summary = new ChangeSummary(fields);
    this.#unreadable = this.#banner(
      'error',
      this.#unreadableReason,
      this.#button(l10n.t('Open as JSON'), 'openAsJson'),
    );
    this.#deleted = this.#banner(
      'warning',
      element('span', {}, l10n.t('The service no longer has this label. It cannot be saved.')),
    );
    this.#readOnlyDocument = this.#banner(
      'warning',
      element(
        'span',
        {},
        l10n.t('This document is read-only in VS Code. It cannot be changed here.'),
      ),
    );
    this.#late = this.#banner(
      'error',
      element(
        'span',
        {},
        l10n.t(
          'VS Code does not take what you type here. If that does not pass, copy it and reload the window: it keeps what was taken.',
        ),
      ),
    );
    this.#changed = this.#banner('warning', this.#changedText);
    this.#freshness = new Freshness(() => extensionHost.send({ type: 'refresh' }));
    this.#actions = new LabelActions(extensionHost);
    this.#body = this.#makeBody();
    const heading = element('header', {}, this.#title, this.#account);
    this.#main = element(
      'main',
      {},
      heading,
      this.#unreadable,
      this.#deleted,
      this.#readOnlyDocument,
      this.#late,
      this.#changed,
      this.#body,
    );
    this.#rememberView();
  }

  /** Shows what the document holds. */
  show(message: StateMessage): void {
    // Not before: what is typed into a field that is still empty would replace what it is to show.
    if (!this.#main.isConnected) {
      document.body.replaceChildren(this.#main);
    }
    this.#edits.acknowledged(message.acknowledged);
    this.#account.replaceChildren(isolatedText(message.account));
    this.#freshness.show(message.readAt);
    this.#actions.show(message.neighbours);
    // A document that was typed in while it was saved counts as clean until the next stroke.
    const isDirty =
      message.isDirty || (message.form.kind === 'editable' && message.form.fields.some(isChanged));
    this.#save.disabled = !isDirty;
    this.#discard.disabled = !isDirty;
    const isReadable = message.form.kind === 'editable';
    this.#shown = contentOf(message);
    if (this.#shown !== this.#shownAtSave) {
      this.#say('');
    }
    for (const row of this.#rows.values()) {
      row.disabled = !isReadable || message.isReadOnly;
    }
    this.#readOnlyDocument.hidden = !message.isReadOnly;
    this.#unreadable.hidden = isReadable;
    if (message.form.kind === 'editable') {
      this.#showFields(message.form);
    } else {
      this.#changed.hidden = true;
      this.#summary.showUnreadable();
      this.#unreadableReason.textContent = l10n.t(
        '{0} The form cannot show it, and nothing can be saved until it is corrected.',
        message.form.message,
      );
    }
    document.body.dataset['acknowledged'] = String(message.acknowledged);
  }

  /** Says how far a save has come. */
  showSave(state: FormSaveState): void {
    this.#shownAtSave = this.#shown;
    this.#progress.classList.toggle('problem', state.kind === 'failed');
    switch (state.kind) {
      case 'saving':
        this.#say(l10n.t('Saving…'));
        break;
      case 'saved':
        this.#say(l10n.t('Saved.'));
        break;
      case 'failed':
        this.#say(l10n.t('Not saved. {0}', state.message));
        break;
    }
  }

  #showFields(state: EditableFormState): void {
    this.#title.replaceChildren(isolatedText(state.heading || l10n.t('Label')));
    this.#deleted.hidden = !state.isDeleted;
    for (const field of state.fields) {
      this.#rows.get(field.name)?.show(field, this.#edits.isSettled(field.name));
    }
    this.#showForeignChanges(state);
    this.#summary.show(state);
    this.#readOnly.show(state.readOnly);
    this.#restoreView();
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

  #say(text: string): void {
    if (this.#progress.textContent !== text) {
      this.#progress.textContent = text;
    }
  }

  #makeBody(): HTMLElement {
    this.#progress.role = 'status';
    this.#save.addEventListener('click', () => this.#extensionHost.send({ type: 'save' }));
    this.#discard.addEventListener('click', () => this.#extensionHost.send({ type: 'discard' }));
    const rows = Array.from(this.#rows.values(), ({ root }) => root);
    return element(
      'div',
      {},
      element('section', { className: 'fields' }, ...rows),
      this.#summary.root,
      element('div', { className: 'actions' }, this.#save, this.#discard, this.#progress),
      // After the fields, so that the first key leads to the first of them.
      element('div', { className: 'around' }, this.#freshness.root, this.#actions.root),
      this.#readOnly.root,
    );
  }

  #banner(kind: 'error' | 'warning', ...content: readonly Node[]): HTMLElement {
    const banner = element('div', { className: `banner ${kind}`, hidden: true }, ...content);
    banner.role = 'alert';
    return banner;
  }

  #button(text: string, type: 'openAsJson'): HTMLElement {
    const button = element('button', { className: 'secondary' }, text);
    button.addEventListener('click', () => this.#extensionHost.send({ type }));
    return button;
  }

  #rememberView(): void {
    const remember = (): void => {
      const scroll = window.scrollY;
      if (document.activeElement === null || document.activeElement === document.body) {
        // Elsewhere in VS Code: on the way back the user is where they were.
        this.#extensionHost.viewState = { ...this.#extensionHost.viewState, scroll };
        return;
      }
      const focused = Array.from(this.#rows).find(([, { root }]) =>
        root.contains(document.activeElement),
      );
      const selection = focused?.[1].selection;
      this.#extensionHost.viewState = {
        scroll,
        ...(focused === undefined ? {} : { focused: focused[0] }),
        ...(selection === undefined ? {} : { selection: [selection[0], selection[1]] }),
      };
    };
    for (const event of ['focusin', 'keyup', 'pointerup', 'scrollend']) {
      document.addEventListener(event, remember);
    }
  }

  /** Puts the user back to where they were when the form was hidden, once it shows something. */
  #restoreView(): void {
    const view = this.#restored;
    if (view === undefined) {
      return;
    }
    this.#restored = undefined;
    window.scrollTo({ top: view.scroll });
    const row = view.focused === undefined ? undefined : this.#rows.get(view.focused);
    if (row === undefined) {
      return;
    }
    const focus = (): void => {
      if (document.activeElement === document.body) {
        row.focus(view.selection);
      }
    };
    // Without the focus of VS Code's window this would take it away from another part of it.
    if (document.hasFocus()) {
      focus();
    } else {
      // Later, so that a click that goes to another field goes first.
      window.addEventListener('focus', () => setTimeout(focus), { once: true });
    }
  }
}

/** What a person can change, as the document has it. */
function contentOf({ form }: StateMessage): string {
  return form.kind === 'editable'
    ? JSON.stringify(form.fields.map(({ value }) => value))
    : form.kind;
}
