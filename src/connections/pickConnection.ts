import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { baseUrlOf, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import type { SettingEntry } from './connections.ts';

/**
 * The one connection there is, unless `always` to be asked for, or the one of several that the user
 * picks; undefined if the user left. Throws the `ConfigurationError` of one that cannot be used.
 */
export async function pickConnection(
  entries: readonly ConnectionEntry[],
  { always = false }: { readonly always?: boolean } = {},
): Promise<Connection | undefined> {
  const entry = entries.length > 1 || always ? await ask(entries) : entries[0];
  if (entry?.kind === 'unusable') {
    throw entry.problem;
  }
  return entry?.connection;
}

/** The one entry there is, or the one of several that the user picks; undefined if the user left. */
export async function pickSettingEntry(
  entries: readonly SettingEntry[],
): Promise<SettingEntry | undefined> {
  if (entries.length <= 1) {
    return entries[0];
  }
  const picked = await ask(entries.map(({ entry }) => entry));
  return entries.find(({ entry }) => entry === picked);
}

async function ask(entries: readonly ConnectionEntry[]): Promise<ConnectionEntry | undefined> {
  const picked = await vscode.window.showQuickPick(
    entries.map((entry) => ({
      label: withoutIcons(displayText(entry.name)),
      description: withoutIcons(baseUrlOf(entry) ?? ''),
      ...(entry.kind === 'unusable' ? { detail: withoutIcons(entry.reason) } : {}),
      entry,
    })),
    { placeHolder: vscode.l10n.t('Which connection?'), matchOnDescription: true },
  );
  return picked?.entry;
}
