import * as l10n from '@vscode/l10n';
import { element, isolatedText, showPlainText } from '../../webview/client/element.ts';
import { whenFocused } from '../../webview/client/whenFocused.ts';
import type {
  EditableFormState,
  FormField,
  FormSaveState,
  FormText,
  StateMessage,
} from '../protocol.ts';
import { Banners } from './banners.ts';
import { ChangeSummary } from './changeSummary.ts';
import { Edits } from './edits.ts';
import type { FormHost } from './formHost.ts';
import { isChanged, type FormRow, type FormRowOptions } from './formRow.ts';
import { LabelActions } from './labelActions.ts';
import { NumberRow } from './numberRow.ts';
import { ReadOnlyFields } from './readOnlyFields.ts';
import { TextRow } from './textRow.ts';
import { TimeOfReading } from './timeOfReading.ts';

const rowClasses: Readonly<Record<FormField['kind'], new (options: FormRowOptions) => FormRow>> = {
  text: TextRow,
  wholeNumber: NumberRow,
};

/** The label form, with a field for each value of the document. */
export class Form {
  readonly #extensionHost: FormHost;
  readonly #edits: Edits;
  readonly #rows: ReadonlyMap<string, FormRow>;
  readonly #banners: Banners;
  readonly #summary: ChangeSummary;
  readonly #readOnly = new ReadOnlyFields();
  readonly #title = element('h1', {}, l10n.t('Label'));
  readonly #account = element('p', { className: 'account' });
  readonly #timeOfReading: TimeOfReading;
  readonly #actions: LabelActions;
  readonly #body: HTMLElement;
  readonly #main: HTMLElement;
  readonly #save = element('button', {}, l10n.t('Save'));
  readonly #saveAndNext = element('button', { className: 'secondary' }, l10n.t('Save and Next'));
  readonly #discard = element('button', { className: 'secondary' }, l10n.t('Discard Changes'));
  readonly #progress = element('p', { className: 'progress' });
  #restored: FormHost['viewState'];
  /** Name of the field to focus once it is shown. */
  #awaited: string | undefined;
  #shown = '';
  /** Content at the last save; the result of that save is shown until the content changes. */
  #shownAtSave = '';
  #isSaved = false;

  constructor(extensionHost: FormHost, fields: readonly FormField[]) {
    this.#extensionHost = extensionHost;
    this.#banners = new Banners((message) => extensionHost.send(message));
    this.#edits = new Edits(extensionHost, (isLate) => this.#banners.showLate(isLate));
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
    this.#timeOfReading = new TimeOfReading(() => extensionHost.send({ type: 'refresh' }));
    this.#actions = new LabelActions(extensionHost);
    this.#body = this.#makeBody();
    const heading = element('header', {}, this.#title, this.#account);
    this.#main = element('main', {}, heading, ...this.#banners.roots, this.#body);
    this.#rememberView();
  }

  /** Shows the content of the document. */
  show(message: StateMessage): void {
    // Inserted only now: text typed into a field that is still empty would replace its value.
    if (!this.#main.isConnected) {
      document.body.replaceChildren(this.#main);
    }
    this.#edits.acknowledged(message.acknowledged);
    this.#account.replaceChildren(isolatedText(message.account));
    this.#timeOfReading.show(message.readAt);
    this.#actions.show(message.neighbors);
    this.#saveAndNext.disabled = !message.neighbors.next;
    // VS Code counts a document that was edited during a save as clean until the next keystroke.
    const isDirty =
      message.isDirty || (message.form.kind === 'editable' && message.form.fields.some(isChanged));
    this.#save.disabled = !isDirty;
    this.#discard.disabled = !isDirty;
    // Unsaved changes can be discarded even if nothing can be sent.
    const canSend = message.readOnly?.canSend !== false;
    this.#save.hidden = !canSend;
    this.#saveAndNext.hidden = !canSend;
    this.#discard.hidden = !canSend && !isDirty;
    this.#summary.root.hidden = !canSend;
    const isReadable = message.form.kind === 'editable';
    this.#shown = contentOf(message);
    // Other people's changes to other fields arrive after a save; the message “Saved.” stays.
    if (this.#shown !== this.#shownAtSave && (isDirty || !this.#isSaved)) {
      this.#say('');
    }
    for (const row of this.#rows.values()) {
      row.disabled = !isReadable;
      row.readOnly = message.readOnly !== undefined;
    }
    this.#main.classList.toggle('isReadOnly', message.readOnly !== undefined);
    this.#banners.show(message);
    this.#body.hidden = message.form.kind === 'unavailable';
    if (message.form.kind === 'unavailable') {
      this.#title.replaceChildren(headingOf(message.form));
    }
    if (message.form.kind === 'editable') {
      this.#showFields(message.form);
    } else {
      this.#summary.showUnreadable();
    }
    document.body.dataset['acknowledged'] = String(message.acknowledged);
  }

  /** Focuses a field and selects its text, as soon as it is shown. */
  focus(field: string): void {
    this.#awaited = field;
    if (this.#shown !== '' && !this.#body.hidden) {
      this.#takeFocus();
    }
  }

  /** Shows the progress of a save. */
  showSave(state: FormSaveState): void {
    this.#shownAtSave = this.#shown;
    this.#isSaved = state.kind === 'saved';
    this.#progress.classList.toggle('problem', state.kind === 'failed');
    switch (state.kind) {
      case 'saving':
        this.#say(l10n.t('Saving…'));
        break;
      case 'saved':
        this.#say(l10n.t('Saved.'));
        break;
      case 'savedInPart':
        this.#say('');
        break;
      case 'failed':
        this.#say(l10n.t('Not saved. {0}', state.message));
        break;
    }
  }

  #showFields(state: EditableFormState): void {
    this.#title.replaceChildren(headingOf(state));
    for (const field of state.fields) {
      this.#rows.get(field.name)?.show(field, this.#edits.isSettled(field.name));
    }
    this.#summary.show(state);
    this.#readOnly.show(state.readOnly);
    this.#takeFocus();
    this.#restoreView();
  }

  #say(text: string): void {
    showPlainText(this.#progress, text);
  }

  #makeBody(): HTMLElement {
    this.#progress.role = 'status';
    this.#save.addEventListener('click', () => this.#extensionHost.send({ type: 'save' }));
    this.#saveAndNext.addEventListener('click', () =>
      this.#extensionHost.send({ type: 'saveAndNext' }),
    );
    this.#discard.addEventListener('click', () => this.#extensionHost.send({ type: 'discard' }));
    const rows = Array.from(this.#rows.values(), ({ root }) => root);
    return element(
      'div',
      {},
      element('section', { className: 'fields' }, ...rows),
      this.#summary.root,
      element(
        'div',
        { className: 'actions' },
        this.#save,
        this.#saveAndNext,
        this.#discard,
        this.#progress,
      ),
      // After the fields, so that the first Tab moves to the first field.
      element('div', { className: 'around' }, this.#timeOfReading.root, this.#actions.root),
      this.#readOnly.root,
    );
  }

  #rememberView(): void {
    const remember = (): void => {
      const scroll = window.scrollY;
      if (document.activeElement === null || document.activeElement === document.body) {
        // The focus is elsewhere in VS Code: keep the field, so that the user returns to it.
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

  /** Restores the position of the user after a reload of the page. */
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
    whenFocused(() => {
      if (document.activeElement === document.body) {
        row.focus(view.selection);
      }
    });
  }

  #takeFocus(): void {
    const row = this.#awaited === undefined ? undefined : this.#rows.get(this.#awaited);
    if (row !== undefined && this.#main.isConnected) {
      this.#awaited = undefined;
      this.#restored = undefined;
      whenFocused(() => row.select());
    }
  }
}

function headingOf({ heading }: { readonly heading: FormText }): Node | string {
  return heading === '' ? l10n.t('Label') : isolatedText(heading);
}

/** Returns the editable content of the document as text, for comparison. */
function contentOf({ form }: StateMessage): string {
  return form.kind === 'editable'
    ? JSON.stringify(form.fields.map(({ value }) => value))
    : form.kind;
}
