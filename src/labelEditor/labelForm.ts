import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import { readOnlyText } from '../accounts/assertWritable.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { allTabs } from '../commands/openDocuments.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import type { LabelRecord } from '../core/api/label.ts';
import { isEditableField } from '../core/api/labelFields.ts';
import { systemClock } from '../core/async/clock.ts';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import { TakenCodes, type TakenCodesOptions } from '../core/labels/document/takenCodes.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import { pageText } from '../surfaces/pageText.ts';
import { PageMessages } from '../webview/pageMessages.ts';
import { webviewPage, type WebviewAssets } from '../webview/webviewPage.ts';
import { FormLoadWatch } from './formLoadWatch.ts';
import type { LabelDocumentEditor } from './labelDocumentEditor.ts';
import type { LabelFile } from './labelFile.ts';
import type { LabelFormActions } from './labelFormActions.ts';
import { formFields, formStateOf } from './labelFormState.ts';
import {
  messageFromFormSchema,
  type FormInitialData,
  type FormSaveState,
  type MessageFromForm,
  type MessageToForm,
  type StateMessage,
} from './protocol.ts';
import type { CheckUse } from './sharedAnswer.ts';

/** Dependencies and content of a form. */
export interface LabelFormOptions {
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly file: LabelFile;
  readonly editor: LabelDocumentEditor;
  readonly actions: LabelFormActions;
  /** Account of the label; undefined if it is not signed in. */
  readonly account: () => LabelAccount | undefined;
  /** Finds the account's labels with a code or similar codes. */
  readonly findByCode: TakenCodesOptions['find'];
  readonly statusNames: () => StatusNames;
  readonly assets: WebviewAssets;
  readonly log: Log;
  /** Opens the document as JSON. */
  readonly openAsJson: () => Promise<void>;
  /** Makes VS Code reload the label if the service has a newer one. */
  readonly refresh: (use: CheckUse) => Promise<void>;
}

/** Form of a label document: shows the content and passes on input. */
export class LabelForm implements Disposable {
  readonly #options: LabelFormOptions;
  readonly #disposables = new DisposableStore();
  readonly #messages: PageMessages<MessageFromForm, MessageToForm>;
  readonly #loadWatch: FormLoadWatch;
  readonly #codes: TakenCodes;
  /** Statuses in use when the form was last shown; cached, as lists are long and each keystroke updates the state. */
  #statuses: ReadonlySet<number>;
  #wasVisible: boolean;
  #isRefreshing = false;
  /** True once the page has loaded and listens. */
  #isReady = false;
  #isNameAwaited = false;
  #mustRefresh = false;
  #acknowledged = 0;
  #step: { readonly number: number; readonly group: number } | undefined;

  constructor(options: LabelFormOptions) {
    this.#options = options;
    const { assets, editor, file, findByCode, panel } = options;
    const { webview } = panel;
    this.#messages = this.#disposables.add(
      new PageMessages({
        webview,
        name: 'label form',
        schema: messageFromFormSchema,
        log: options.log,
        receive: async (message) => await this.#handle(message),
      }),
    );
    const postState = (): void => this.#postStateSoon();
    this.#wasVisible = panel.visible;
    this.#statuses = options.actions.statusesSeen();
    this.#disposables.add(panel.onDidChangeViewState(() => this.#visibilityMayHaveChanged()));
    this.#disposables.add(editor.onDidChange(postState));
    this.#disposables.add(file.onDidChangeState(postState));
    this.#disposables.add(file.onDidChangeSaveState((state) => this.#postSave(state)));
    this.#codes = this.#disposables.add(
      new TakenCodes({
        labelId: file.address.labelId,
        find: findByCode,
        clock: systemClock,
        onDidLearn: postState,
      }),
    );
    this.#loadWatch = this.#disposables.add(
      new FormLoadWatch(panel, systemClock, () => this.#messages.follow(this.#notifyLateLoad())),
    );
    webview.html = webviewPage(assets, {
      language: textLanguage(),
      title: vscode.l10n.t('Label Form'),
      initialData: this.#initialData(),
    });
  }

  /** Updates the names of statuses and accounts. */
  refreshNames(): void {
    this.#postStateSoon();
  }

  /** Focuses the name and selects its text, as soon as the page has loaded. */
  focusName(): void {
    if (this.#isReady) {
      this.#messages.post({ type: 'focus', field: 'labelName' });
    }
    this.#isNameAwaited = !this.#isReady;
  }

  /** URI of the document. */
  get uri(): vscode.Uri {
    return this.#options.document.uri;
  }

  /** True if the form is the active editor, in any window of VS Code. */
  get isActive(): boolean {
    return this.#options.panel.active;
  }

  /** Returns whether the form shows the label `uri`. */
  isOf(uri: vscode.Uri): boolean {
    return this.uri.toString() === uri.toString();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #visibilityMayHaveChanged(): void {
    const { panel } = this.#options;
    const isShownAgain = panel.visible && !this.#wasVisible;
    this.#wasVisible = panel.visible;
    if (isShownAgain) {
      // A read-only document may have become writable; VS Code does not report that.
      this.#options.editor.resetRefusal();
      this.#statuses = this.#options.actions.statusesSeen();
      this.#postStateSoon();
      // VS Code reloads a hidden text document when its editor is shown, but not for a form.
      this.#mustRefresh = true;
      this.#messages.follow(this.#refreshShown());
    }
  }

  /**
   * Refreshes a form that has become visible, one check at a time: the user may go through the tabs faster than
   * the service answers.
   */
  async #refreshShown(): Promise<void> {
    if (this.#isRefreshing) {
      return;
    }
    this.#isRefreshing = true;
    try {
      while (this.#mustRefresh) {
        this.#mustRefresh = false;
        await this.#options.refresh('show');
      }
    } finally {
      this.#isRefreshing = false;
    }
  }

  async #notifyLateLoad(): Promise<void> {
    const { log, openAsJson } = this.#options;
    log.warn('A label form has not come up in time.');
    const editAsJson = vscode.l10n.t('Edit as JSON');
    const reloadWindow = vscode.l10n.t('Reload Window');
    // VS Code shows the same notification only once while it is open, even if several forms are blank.
    const picked = await notify(
      'warning',
      vscode.l10n.t(
        'VS Code has not shown the form of this label yet. Edit the label as JSON, or reload the window; nothing you typed is lost.',
      ),
      { [editAsJson]: 'shows', [reloadWindow]: 'reloads' },
    );
    if (picked === editAsJson) {
      await openAsJson();
    } else if (picked === reloadWindow) {
      await vscode.commands.executeCommand('workbench.action.reloadWindow');
    }
  }

  async #handle(message: MessageFromForm): Promise<void> {
    const { actions, editor, file, log, openAsJson, refresh } = this.#options;
    switch (message.type) {
      case 'ready':
        // A reloaded page, for example in another window, restarts its numbering.
        this.#acknowledged = 0;
        this.#step = undefined;
        this.#loadWatch.loaded();
        this.#isReady = true;
        if (this.#isNameAwaited) {
          this.focusName();
        }
        editor.resetRefusal();
        this.#postStateSoon();
        if (file.record === undefined) {
          await file.refresh('refresh');
        }
        break;
      case 'edit': {
        const { base, field, isTyped, sequence, step, value } = message;
        if (!isEditableField(field)) {
          log.warn('Dropped an edit of the label form: its field cannot change.');
          break;
        }
        await editor.edit({ field, base, value, isTyped, group: this.#groupOf(step) });
        this.#acknowledge(sequence);
        break;
      }
      case 'step':
        await editor.step(message.step);
        this.#acknowledge(message.sequence);
        break;
      case 'decided':
        if (isEditableField(message.field)) {
          await editor.whenSettled();
          await file.recordResolution(message.field, message.theirs);
          await this.#discardNothing();
        }
        break;
      case 'save':
        await editor.save();
        break;
      case 'saveAndNext':
        await this.saveAndNext();
        break;
      case 'discard':
        await this.#discard();
        break;
      case 'refresh':
        await refresh('ask');
        this.#postStateSoon();
        break;
      case 'signIn':
        await vscode.commands.executeCommand(commandIds.signIn, file.address.accountId);
        break;
      case 'openAsJson':
        await openAsJson();
        break;
      case 'go':
        await actions.go(message.to);
        break;
      case 'copy':
        await actions.copy(message.what);
        break;
      case 'reveal':
        await actions.reveal();
        break;
    }
  }

  /** Saves the label, and opens the next one in its place. The form stays open if the label cannot be saved. */
  async saveAndNext(): Promise<void> {
    const { actions, editor, panel } = this.#options;
    // Read first: the next label may replace this tab if it is a preview, and a closed panel cannot be
    // queried.
    const { viewColumn: group } = panel;
    if ((await editor.save()) && (await actions.go('next'))) {
      await closeTab(this.uri, group);
    }
  }

  async #discard(): Promise<void> {
    const { editor, file } = this.#options;
    const ask = async (): Promise<LabelRecord | undefined> => {
      await file.refresh('ask');
      return file.record;
    };
    const known = file.record ?? (await ask());
    if (known !== undefined) {
      await editor.discard(labelText(known), async () => labelText((await ask()) ?? known));
    }
    this.#postStateSoon();
  }

  /** Marks a document without actual changes as saved; VS Code considers it dirty because its text differs. */
  async #discardNothing(): Promise<void> {
    const { document, file } = this.#options;
    if (document.isDirty && file.difference(document.getText())?.kind === 'unchanged') {
      await this.#discard();
    }
  }

  #acknowledge(sequence: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
    this.#postStateSoon();
  }

  #groupOf(step: number): number {
    if (this.#step?.number !== step) {
      this.#step = { number: step, group: this.#options.editor.newGroup() };
    }
    return this.#step.group;
  }

  #initialData(): FormInitialData {
    const { bundle } = vscode.l10n;
    return {
      fields: formFields(),
      ...(bundle === undefined ? {} : { translations: bundle }),
      state: this.#state(),
    };
  }

  /** Schedules a state message; calls before it is sent are coalesced. */
  #postStateSoon(): void {
    this.#messages.postSoon(() => this.#state());
  }

  #state(): StateMessage {
    const { account, actions, document, file, statusNames } = this.#options;
    const readOnly = this.#readOnly();
    const owner = account();
    return {
      type: 'state',
      acknowledged: this.#acknowledged,
      isDirty: document.isDirty,
      ...(readOnly === undefined ? {} : { readOnly }),
      account: pageText(owner === undefined ? '' : accountText(owner)),
      neighbors: actions.neighbors,
      ...(file.readAt === undefined ? {} : { readAt: file.readAt }),
      form: formStateOf(file, document.getText(), {
        names: statusNames(),
        statuses: this.#statuses,
        codes: this.#codes,
      }),
    };
  }

  /** Returns the reason why the label is read-only; undefined if it is writable. */
  #readOnly(): StateMessage['readOnly'] {
    const { account, editor } = this.#options;
    const owner = account();
    if (owner?.readOnly !== undefined) {
      return { reason: pageText(readOnlyText(owner)), canSend: false };
    }
    return editor.isReadOnly
      ? {
          reason: pageText(
            vscode.l10n.t('This document is read-only in VS Code. It cannot be changed here.'),
          ),
          canSend: true,
        }
      : undefined;
  }

  #postSave(state: FormSaveState): void {
    const { document, file } = this.#options;
    const isInPart = state.kind === 'saved' && file.isUnsaved(document.getText());
    this.#messages.post({ type: 'save', state: isInPart ? { kind: 'savedInPart' } : state });
  }
}

/** Closes the tab of a form in a group of editors, unless it is active, pinned or has unsaved changes. */
async function closeTab(uri: vscode.Uri, group: vscode.ViewColumn | undefined): Promise<void> {
  const tabs = allTabs().filter(
    ({ group: { viewColumn }, input, isActive, isDirty, isPinned }) =>
      viewColumn === group &&
      input instanceof vscode.TabInputCustom &&
      input.uri.toString() === uri.toString() &&
      !(isActive || isDirty || isPinned),
  );
  await vscode.window.tabGroups.close(tabs, true);
}
