import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import { baseUrlOf, type ConnectionEntry } from '../core/connections/connectionEntry.ts';
import { displayText } from '../core/text/displayText.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import type { SettingEntry } from './connections.ts';

/**
 * Returns the only connection, or the one that the user picks; asks if there are several, or if `always`.
 * Undefined if cancelled. Throws the `ConfigurationError` of an invalid connection.
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

/** Returns the only entry, or lets the user pick one of several; undefined if cancelled. */
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
  const picked = await showQuickPick(
    entries.map((entry) =>
      quickPickRow({
        label: displayText(entry.name),
        description: baseUrlOf(entry) ?? '',
        ...(entry.kind === 'unusable' ? { detail: entry.reason } : {}),
        entry,
      }),
    ),
    { placeholder: vscode.l10n.t('Choose a connection'), matchOnDescription: true },
  );
  return picked?.entry;
}
