import * as vscode from 'vscode';
import { withoutIcons } from '../core/base/withoutIcons.ts';
import { displayText } from '../core/labels/displayText.ts';
import type { Connection } from '../core/oauth/connection.ts';

/** The one connection there is, or the one of several that the user picks; undefined where the user left. */
export async function pickConnection(
  connections: readonly Connection[],
): Promise<Connection | undefined> {
  if (connections.length <= 1) {
    return connections[0];
  }
  const picked = await vscode.window.showQuickPick(
    connections.map((connection) => ({
      label: withoutIcons(displayText(connection.name)),
      description: withoutIcons(connection.baseUrl),
      connection,
    })),
    { placeHolder: vscode.l10n.t('Which connection?'), matchOnDescription: true },
  );
  return picked?.connection;
}
