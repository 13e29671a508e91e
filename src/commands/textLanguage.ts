import * as vscode from 'vscode';

/**
 * Display language of the extension, as a language tag (BCP 47): that of VS Code, or English if the extension
 * has no translation. Used for plurals, dates and screen readers.
 */
export function textLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
