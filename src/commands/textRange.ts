import * as vscode from 'vscode';
import type { TextSpan } from '../core/labels/document/labelText.ts';

/** Converts `span` to a range of `document`. */
export function rangeOf(document: vscode.TextDocument, { offset, length }: TextSpan): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
