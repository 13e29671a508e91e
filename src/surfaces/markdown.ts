import * as vscode from 'vscode';
import { markdownText } from '../core/text/markdownText.ts';

/** Creates Markdown that shows `text` literally, where VS Code accepts nothing else. */
export function markdown(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(markdownText(text));
}
