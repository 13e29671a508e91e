import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { fileSystemError } from '../surfaces/fileSystemError.ts';
import { openDocument } from './openDocuments.ts';

/** A save announced by VS Code, until it writes. */
interface AnnouncedSave {
  readonly reason: vscode.TextDocumentSaveReason;
  /** Texts of the document since then: VS Code writes one of these, not always the last. */
  readonly texts: Set<string>;
  /** True if the changes were discarded since: VS Code has begun to write before, or never will. */
  isTakenBack: boolean;
}

/**
 * Distinguishes manual saves from automatic ones, and text that VS Code has encoded correctly from other text.
 * A write itself reports neither.
 */
export class AnnouncedSaves implements Disposable {
  readonly #announced = new Map<string, AnnouncedSave>();
  readonly #disposables = new DisposableStore();

  /** `scheme` is that of the documents. */
  constructor(scheme: string) {
    // Waits for nothing: VS Code no longer calls a listener that has kept it waiting a few times.
    this.#disposables.add(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.scheme === scheme) {
          const texts = new Set([document.getText()]);
          this.#announced.set(document.uri.toString(), { reason, texts, isTakenBack: false });
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ contentChanges, document }) => {
        const announced = this.#announced.get(document.uri.toString());
        if (announced?.isTakenBack === false) {
          announced.texts.add(document.getText());
          announced.isTakenBack = contentChanges.length === 0 && !document.isDirty;
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#announced.delete(uri.toString())),
    );
  }

  /** Returns whether VS Code is about to write `uri`. */
  has(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === false;
  }

  /** Returns whether the changes of `uri` were discarded after VS Code announced a save. */
  isTakenBack(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === true;
  }

  /**
   * Returns the text that VS Code writes to `uri` as `content`. Throws `FileSystemError` unless it is
   * UTF-8, the text of the document, and to be saved now. Programs write files too: without a document in an
   * editor, nothing is accepted.
   */
  textToSave(uri: vscode.Uri, content: Uint8Array, isShown: boolean): string {
    const key = uri.toString();
    const last = this.#announced.get(key);
    this.#announced.delete(key);
    const document = openDocument(uri);
    const text = decoded(content);
    // What was taken back while VS Code was about to write it is still what the user has saved.
    const isAnother = last?.isTakenBack === true && document?.getText() === text;
    const announced = isAnother ? undefined : last;
    if (document === undefined || !isShown) {
      throw fileSystemError(
        'NoPermissions',
        vscode.l10n.t('Nothing was sent: a label is sent only from an editor that shows it.'),
      );
    }
    if (!isAskedFor(document, announced)) {
      throw fileSystemError(
        'Unavailable',
        vscode.l10n.t('Nothing was sent: a label is sent only when you save it yourself.'),
      );
    }
    const texts = announced?.texts ?? new Set([document.getText()]);
    if (text === undefined || !texts.has(text)) {
      throw fileSystemError(
        'Unavailable',
        vscode.l10n.t(
          'Nothing was sent: the text to save differs from the one you see. Labels are UTF-8; choose “Save with Encoding” and then UTF-8.',
        ),
      );
    }
    return text;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function isAskedFor(document: vscode.TextDocument, announced: AnnouncedSave | undefined): boolean {
  // “Save without Formatting” is not announced; nor is a save by itself, if other extensions have used
  // up the time that VS Code gives them before it.
  return announced === undefined
    ? vscode.workspace.getConfiguration('files', document).get('autoSave') === 'off'
    : announced.reason === vscode.TextDocumentSaveReason.Manual;
}

function decoded(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
