import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

/** Creates a completion item. */
export function completionItem(
  label: string,
  description: string,
  kind: vscode.CompletionItemKind,
): vscode.CompletionItem {
  return new vscode.CompletionItem(
    {
      label: surfaceText('completion', label),
      description: surfaceText('completion', description),
    },
    kind,
  );
}
