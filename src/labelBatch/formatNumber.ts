import * as vscode from 'vscode';

/** A count as the user's language writes it. */
export function formatNumber(count: number): string {
  return new Intl.NumberFormat(vscode.env.language).format(count);
}
