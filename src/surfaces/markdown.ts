import * as vscode from 'vscode';
import { markdownText } from '../core/text/markdownText.ts';

/** Creates Markdown that shows `text` literally, for VS Code APIs that accept only Markdown. */
export function markdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdownText(text));
}
