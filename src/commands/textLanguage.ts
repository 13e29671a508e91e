import * as vscode from 'vscode';

/**
 * The language of what a person reads here, as a language tag (BCP 47): the display language of VS Code, or
 * English where there is no translation into it. Plurals, dates and the voice of a screen reader follow it.
 */
export function textLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
