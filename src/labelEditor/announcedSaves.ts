import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { openDocument } from './openDocuments.ts';

/** A save that VS Code has announced, until it writes. */
interface AnnouncedSave {
  readonly reason: vscode.TextDocumentSaveReason;
  /** What the document has held since: VS Code writes one of these, not always the last. */
  readonly texts: Set<string>;
  /** The document has held nothing unsaved since: VS Code has begun to write before, or never will. */
  isTakenBack: boolean;
}

/**
 * Tells the saves that a person asked for from others, and text that VS Code has encoded rightly from
 * what it has not. A write itself says nothing of either.
 */
export class AnnouncedSaves implements Disposable {
  readonly #announced = new Map<string, AnnouncedSave>();
  readonly #disposables = new DisposableStore();

  constructor() {
    // Waits for nothing: VS Code no longer calls a listener that has kept it waiting a few times.
    this.#disposables.add(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.scheme === labelScheme) {
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

  /** Whether VS Code is about to write the label `uri`. */
  has(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === false;
  }

  /** Whether the label `uri` holds nothing unsaved any more since VS Code has announced to write it. */
  isTakenBack(uri: vscode.Uri): boolean {
    return this.#announced.get(uri.toString())?.isTakenBack === true;
  }

  /**
   * The text that VS Code writes to the label `uri` as `content`. Throws `FileSystemError` unless it is
   * UTF-8, the text of the document if that is open, and meant to be saved now.
   */
  textToSave(uri: vscode.Uri, content: Uint8Array): string {
    const key = uri.toString();
    const last = this.#announced.get(key);
    this.#announced.delete(key);
    const document = openDocument(uri);
    const text = decoded(content);
    // What was taken back while VS Code was about to write it is still what a person has saved.
    const isAnother = last?.isTakenBack === true && document?.getText() === text;
    const announced = isAnother ? undefined : last;
    if (document !== undefined && !isAskedFor(document, announced)) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t('A label is sent only when you save it yourself. Nothing was sent.'),
      );
    }
    const texts = announced?.texts ?? new Set([document?.getText() ?? text]);
    if (text === undefined || !texts.has(text)) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t(
          'VS Code would have written another text than the one that you see. Labels are UTF-8: save this one with the encoding UTF-8. Nothing was sent.',
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
