import * as vscode from 'vscode';

/**
 * Shapes and colors, assigned to statuses in rotation, as the service does not document the meaning of
 * statuses. Quick picks and selected rows show only the shape, without color. Red would imply a meaning, and
 * orange is invisible in some of VS Code's own themes.
 */
const icons = [
  { shape: 'primitive-square', color: 'charts.blue' },
  { shape: 'circle-filled', color: 'charts.green' },
  { shape: 'debug-breakpoint-log', color: 'charts.purple' },
  { shape: 'debug-breakpoint-function', color: 'charts.yellow' },
] as const;

/** Returns the icon of a status; equal statuses have equal icons. */
export function statusIcon(status: number | undefined): vscode.ThemeIcon {
  const icon = status === undefined ? undefined : icons[Math.abs(status) % icons.length];
  return icon === undefined
    ? new vscode.ThemeIcon('circle-outline')
    : new vscode.ThemeIcon(icon.shape, new vscode.ThemeColor(icon.color));
}
