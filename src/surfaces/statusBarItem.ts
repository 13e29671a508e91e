import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

interface StatusBarItemTexts {
  /** Name of an icon. */
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
}

/** A status bar item. */
export interface ShownStatusBarItem {
  readonly item: Omit<vscode.StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'>;
  /** Shows the item with these texts. */
  readonly show: (texts: StatusBarItemTexts) => void;
}

/** Creates a hidden item on the left of the status bar. */
export function createStatusBarItem(id: string): ShownStatusBarItem {
  return shownIn(vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left));
}

/** Creates a hidden item on the right of the status bar, below the notifications; there may be several. */
export function createPassingStatusBarItem(): ShownStatusBarItem {
  return shownIn(vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right));
}

function shownIn(item: vscode.StatusBarItem): ShownStatusBarItem {
  const show = ({ icon, text, tooltip }: StatusBarItemTexts): void => {
    const shownText = surfaceText('statusBar', text);
    const shownTooltip = surfaceText('tooltip', [tooltip]);
    item.text = `$(${icon}) ${shownText}`;
    item.tooltip = shownTooltip;
    // Otherwise the accessible name begins with the name of the icon.
    item.accessibilityInformation = { label: `${shownText}, ${shownTooltip}` };
    item.show();
  };
  return { item, show };
}
