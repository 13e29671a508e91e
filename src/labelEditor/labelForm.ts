import * as vscode from 'vscode';
import { notify } from '../commands/notify.ts';
import type { LabelRecord } from '../core/api/label.ts';
import { isEditableField } from '../core/api/labelFields.ts';
import { systemClock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { schemaDetail } from '../core/errors/reasonOf.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import { TakenCodes, type TakenCodesOptions } from '../core/labels/document/takenCodes.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { FormArrival } from './formArrival.ts';
import type { LabelDocumentEditor } from './labelDocumentEditor.ts';
import type { LabelFile } from './labelFile.ts';
import type { LabelFormActions } from './labelFormActions.ts';
import { labelFormPage, type LabelFormAssets } from './labelFormPage.ts';
import { formFields, formStateOf, formTitle } from './labelFormState.ts';
import {
  messageFromFormSchema,
  type FormBeginning,
  type FormSaveState,
  type MessageFromForm,
  type MessageToForm,
  type StateMessage,
} from './protocol.ts';
import type { LookingUse } from './sharedAnswer.ts';

/** What a form shows, and what it is shown in. */
export interface LabelFormOptions {
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly file: LabelFile;
  readonly editor: LabelDocumentEditor;
  readonly actions: LabelFormActions;
  /** Who and where the label belongs to. */
  readonly account: () => string;
  /** The labels of the account that the service finds first by a code. */
  readonly findByCode: TakenCodesOptions['find'];
  readonly statusNames: () => StatusNames;
  readonly assets: LabelFormAssets;
  readonly log: Log;
  /** Shows the document as JSON. */
  readonly openAsJson: () => Promise<void>;
  /** Has VS Code read the label again if the service has something new. */
  readonly refresh: (use: LookingUse) => Promise<void>;
}

/** One form on a label document: shows what the document holds and passes on what is typed. */
export class LabelForm implements Disposable {
  readonly #options: LabelFormOptions;
  readonly #disposables = new DisposableStore();
  readonly #arrival: FormArrival;
  readonly #codes: TakenCodes;
  #wasVisible: boolean;
  #isRefreshing = false;
  #mustRefresh = false;
  #acknowledged = 0;
  #posting: NodeJS.Immediate | undefined;
  #step: { readonly number: number; readonly group: number } | undefined;

  constructor(options: LabelFormOptions) {
    this.#options = options;
    const { assets, editor, file, findByCode, panel } = options;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [] };
    const postState = (): void => this.#postStateSoon();
    this.#wasVisible = panel.visible;
    this.#disposables.add(panel.onDidChangeViewState(() => this.#visibilityMayHaveChanged()));
    this.#disposables.add(webview.onDidReceiveMessage((message) => this.#received(message)));
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
    this.#arrival = this.#disposables.add(
      new FormArrival(panel, systemClock, () => this.#run(this.#tellLate())),
    );
    webview.html = labelFormPage(assets, this.#beginning());
  }

  /** Shows the names of statuses and accounts as they are now. */
  refreshNames(): void {
    this.#postStateSoon();
  }

  dispose(): void {
    clearImmediate(this.#posting);
    this.#disposables.dispose();
  }

  #visibilityMayHaveChanged(): void {
    const { panel } = this.#options;
    const isShownAgain = panel.visible && !this.#wasVisible;
    this.#wasVisible = panel.visible;
    if (isShownAgain) {
      // VS Code reads a text that was hidden again once its editor is shown; not so for a form.
      this.#mustRefresh = true;
      this.#run(this.#refreshShown());
    }
  }

  /** One at a time: a person may go through the tabs faster than the service answers. */
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

  #received(data: unknown): void {
    const message = messageFromFormSchema.safeParse(data);
    if (!message.success) {
      this.#options.log.warn(`Dropped a message of the label form: ${schemaDetail(message.error)}`);
      return;
    }
    this.#run(this.#handle(message.data));
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#options.log.error(`The label form failed: ${String(error)}`);
    });
  }

  async #tellLate(): Promise<void> {
    const { log, openAsJson } = this.#options;
    log.warn('A label form has not come up in time.');
    const editAsJson = vscode.l10n.t('Edit as JSON');
    const reloadWindow = vscode.l10n.t('Reload Window');
    // VS Code shows a message that is still there once, also where several forms are blank.
    const picked = await notify(
      'warning',
      vscode.l10n.t(
        'VS Code has not shown the form of this label yet. Edit the label as JSON, or reload the window; nothing you typed is lost.',
      ),
      [editAsJson, reloadWindow],
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
        // A form that was hidden starts to count anew.
        this.#acknowledged = 0;
        this.#step = undefined;
        this.#arrival.arrived();
        editor.tryAgain();
        this.#postStateSoon();
        if (file.record === undefined) {
          await file.refresh('refresh');
        }
        break;
      case 'edit': {
        const { base, field, sequence, step, value } = message;
        if (!isEditableField(field)) {
          log.warn('Dropped an edit of the label form: its field cannot change.');
          break;
        }
        await editor.edit({ field, base, value, group: this.#groupOf(step) });
        this.#acknowledge(sequence);
        break;
      }
      case 'step':
        await editor.step(message.step);
        this.#acknowledge(message.sequence);
        break;
      case 'decided':
        if (isEditableField(message.field)) {
          await file.decided(message.field, message.theirs);
        }
        break;
      case 'save':
        await editor.save();
        break;
      case 'discard':
        await this.#discard();
        break;
      case 'refresh':
        await refresh('ask');
        this.#postStateSoon();
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
      case 'dropped':
        log.warn(`The label form dropped a message: ${message.detail}`);
        break;
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

  #beginning(): FormBeginning {
    const { bundle } = vscode.l10n;
    return {
      fields: formFields(),
      ...(bundle === undefined ? {} : { translations: bundle }),
      state: this.#state(),
    };
  }

  /** Several reasons at once make one message. */
  #postStateSoon(): void {
    this.#posting ??= setImmediate(() => {
      this.#posting = undefined;
      this.#postState();
    });
  }

  #postState(): void {
    const { file, panel } = this.#options;
    const title = formTitle(file);
    if (panel.title !== title) {
      panel.title = title;
    }
    this.#post(this.#state());
  }

  #state(): StateMessage {
    const { account, actions, document, editor, file, statusNames } = this.#options;
    return {
      type: 'state',
      acknowledged: this.#acknowledged,
      isDirty: document.isDirty,
      isReadOnly: editor.isReadOnly,
      account: account(),
      neighbours: actions.neighbours,
      ...(file.readAt === undefined ? {} : { readAt: file.readAt }),
      form: formStateOf(file, document.getText(), statusNames(), this.#codes),
    };
  }

  #postSave(state: FormSaveState): void {
    const { document, file } = this.#options;
    const isInPart = state.kind === 'saved' && file.isUnsaved(document.getText());
    this.#post({ type: 'save', state: isInPart ? { kind: 'savedInPart' } : state });
  }

  #post(message: MessageToForm): void {
    this.#options.panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.#options.log.warn(`A message could not be sent to the label form: ${String(error)}`);
    });
  }
}
