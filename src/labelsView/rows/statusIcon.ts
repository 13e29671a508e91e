import * as vscode from 'vscode';

/**
 * One colour after the other: the platform does not document what a status means. Red would, and
 * orange cannot be seen in some of VS Code's own themes.
 */
const colors = ['charts.blue', 'charts.green', 'charts.purple', 'charts.yellow'];

/** The icon of a label's status; the same for the same number. */
export function statusIcon(status: number | undefined): vscode.ThemeIcon {
  if (status === undefined) {
    return new vscode.ThemeIcon('circle-outline');
  }
  const color = colors[Math.abs(status) % colors.length];
  return color === undefined
    ? new vscode.ThemeIcon('circle-filled')
    : new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor(color));
}
