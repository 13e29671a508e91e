import * as vscode from 'vscode';
import { cutText } from '../core/text/cutText.ts';
import { markdownTable } from '../core/text/markdownText.ts';
import { surfaces } from '../core/text/surfaces.ts';
import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';

interface TreeItemTexts {
  readonly label: string;
  readonly description?: string | undefined;
  /** Lines of the tooltip. */
  readonly tooltip?: readonly string[] | undefined;
  /** Text for screen readers instead of label and description. */
  readonly spoken?: string | undefined;
}

/** Tree item whose texts are set by `treeItem`. */
export type TreeItem = Omit<
  vscode.TreeItem,
  'label' | 'description' | 'tooltip' | 'accessibilityInformation'
>;

/** Creates a tree item. */
export function treeItem(
  { description, label, spoken, tooltip }: TreeItemTexts,
  collapsibleState = vscode.TreeItemCollapsibleState.None,
): TreeItem {
  const item = new vscode.TreeItem(surfaceText('treeRow', label), collapsibleState);
  if (description !== undefined) {
    item.description = surfaceText('treeRow', description);
  }
  item.tooltip = tooltip === undefined ? undefined : surfaceText('tooltip', tooltip);
  if (spoken !== undefined) {
    item.accessibilityInformation = { label: surfaceText('treeRow', spoken) };
  }
  return item;
}

/** Creates a tooltip with a table of `rows`, the first of which is the heading. */
export function propertiesTooltip(
  rows: readonly (readonly [string, string])[],
): vscode.MarkdownString {
  return new vscode.MarkdownString(markdownTable(rows));
}

/** Creates a tooltip of `lines` and the full record as JSON. */
export function recordTooltip(lines: readonly string[], record: unknown): SurfaceText<'tooltip'> {
  const json = JSON.stringify(record, undefined, 2) ?? '';
  // Cut before it is split into lines, as there may be very many.
  return surfaceText('tooltip', [
    ...lines,
    '',
    ...cutText(json, surfaces.tooltip.whole).split('\n'),
  ]);
}
