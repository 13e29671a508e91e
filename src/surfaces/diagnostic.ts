import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

/** Source of the diagnostics of this extension, as VS Code shows it. */
export const diagnosticSource = 'Workforce';

/** Creates a diagnostic. `code` names its kind. */
export function diagnostic(range: vscode.Range, message: string, code: string): vscode.Diagnostic {
  const created = new vscode.Diagnostic(range, surfaceText('diagnostic', message));
  created.source = diagnosticSource;
  created.code = code;
  return created;
}

/** Creates a quick fix. */
export function quickFix(title: string): vscode.CodeAction {
  return new vscode.CodeAction(surfaceText('codeAction', title), vscode.CodeActionKind.QuickFix);
}
