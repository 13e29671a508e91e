import * as vscode from 'vscode';
import { openDocument } from '../commands/openDocuments.ts';
import { labelLanguageId } from '../ids.ts';

/** State of VS Code's question before a save overwrites somebody else's changes: enabled, or disabled by settings. */
export type ConflictAsking =
  | { readonly isOn: true }
  /** `place` names the settings that disable the question. */
  | { readonly isOn: false; readonly place: string };

const setting = 'saveConflictResolution';

/**
 * Returns whether VS Code asks before a save of the label `uri` overwrites changes: it does by default, but
 * settings can disable the question.
 */
export function conflictAsking(uri: vscode.Uri): ConflictAsking {
  const scope = openDocument(uri) ?? { uri, languageId: labelLanguageId };
  const configuration = vscode.workspace.getConfiguration('files', scope);
  if (configuration.get(setting) === 'askUser') {
    return { isOn: true };
  }
  const values = configuration.inspect(setting);
  const ofWorkspace =
    values?.workspaceFolderLanguageValue ??
    values?.workspaceLanguageValue ??
    (values?.globalLanguageValue === undefined
      ? (values?.workspaceFolderValue ?? values?.workspaceValue)
      : undefined);
  const place =
    ofWorkspace === undefined
      ? vscode.l10n.t('user settings')
      : vscode.l10n.t('workspace settings');
  return { isOn: false, place };
}
