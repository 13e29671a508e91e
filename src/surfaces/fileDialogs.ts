import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

/** Asks the user for a file to write; returns undefined if cancelled. */
export async function showSaveDialog(
  title: string,
  options: Pick<vscode.SaveDialogOptions, 'defaultUri' | 'filters'>,
): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog({
    ...options,
    title: surfaceText('fileDialog', title),
  });
}

/** Asks the user for a file to read; returns undefined if cancelled. */
export async function showOpenDialog(
  title: string,
  openLabel: string,
  options: Pick<vscode.OpenDialogOptions, 'filters'>,
): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    ...options,
    title: surfaceText('fileDialog', title),
    openLabel: surfaceText('fileDialog', openLabel),
  });
  return chosen?.[0];
}
