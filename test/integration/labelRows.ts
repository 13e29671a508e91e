import * as vscode from 'vscode';
import { settingIds } from '../../src/ids.ts';

/** The codes of the labels among rows: the row of a label has its code in its accessible name. */
export function codesIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => /, code ([^,]+), /.exec(row)?.[1] ?? []);
}

/** Sets how many labels are loaded at a time; undefined brings back the default. */
export async function setPageSize(value: number | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(settingIds.pageSize, value, vscode.ConfigurationTarget.Global);
}
