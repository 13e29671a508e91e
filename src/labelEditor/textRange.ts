import * as vscode from 'vscode';
import type { TextStretch } from '../core/labels/document/labelText.ts';

/** `stretch` as VS Code counts in `document`. */
export function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: TextStretch,
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
