import * as vscode from 'vscode';

/** Sets a user setting; undefined restores its default. */
export async function setSetting(id: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
}
