import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { fileSystemError } from '../surfaces/fileSystemError.ts';
import { openDocument } from './openDocuments.ts';

/** A save that VS Code has announced but not yet written. */
interface AnnouncedSave {
  readonly reason: vscode.TextDocumentSaveReason;
  /** Texts of the document since the announcement: VS Code writes one of them, not always the latest. */
  readonly texts: Set<string>;
  /**
   * True if the changes were discarded after the announcement: VS Code had already begun to write, or never
   * will.
   */
  isTakenBack: boolean;
}

/**
 * Distinguishes manual saves from automatic saves, and text that VS Code has encoded correctly from other
 * text. VS Code's call to write a file reports neither.
 */
export class AnnouncedSaves implements Disposable {
  readonly #announced = new Map<string, AnnouncedSave>();
  readonly #disposables = new DisposableStore();

  /** `scheme`: scheme of the documents. */
  constructor(scheme: string) {
    // The listener must not make VS Code wait: VS Code stops calling a listener that has delayed saves a few
    // times.
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

  /** Returns whether VS Code is about to write `uri`, and its changes have not been discarded. */
  has(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === false;
  }

  /** Returns whether the changes of `uri` were discarded after VS Code announced a save. */
  isTakenBack(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === true;
  }

  /**
   * Returns the text of `content`, which VS Code writes to `uri`. Throws `FileSystemError` unless the text is
   * UTF-8, comes from the document, and was saved by the user. Programs can write files too, so nothing is
   * accepted unless an editor shows the document (`isShown`).
   */
  textToSave(uri: vscode.Uri, content: Uint8Array, isShown: boolean): string {
    const key = uri.toString();
    const last = this.#announced.get(key);
    this.#announced.delete(key);
    const document = openDocument(uri);
    const text = decoded(content);
    // If the changes were discarded and VS Code writes the document's current text, this is another save.
    // Otherwise, VS Code still writes the text that the user saved.
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
  // “Save without Formatting” is not announced, nor are automatic saves if other extensions have used up the
  // time that VS Code allows for such listeners.
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
