import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

/** Lets the user choose a file to write; undefined if cancelled. */
export async function showSaveDialog(
  title: string,
  options: Pick<vscode.SaveDialogOptions, 'defaultUri' | 'filters'>,
): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog({
    ...options,
    title: surfaceText('fileDialog', title),
  });
}

/** Lets the user choose a file to read; undefined if cancelled. */
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
