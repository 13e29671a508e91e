import * as vscode from 'vscode';
import { isSameApp } from '../core/account/clientApp.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ClientSecrets } from '../core/session/clientSecrets.ts';
import { displayText } from '../core/text/displayText.ts';
import { showDialog } from '../surfaces/notify.ts';
import { appOf, connectionOf, draftOf } from './connectionDraft.ts';
import type { ConnectionRemoval } from './connectionRemoval.ts';
import type { Connections, SettingEntry } from './connections.ts';
import { askForConnection } from './connectionSteps.ts';
import { mayReplaceSecret } from './mayReplaceSecret.ts';
import { saveDraft } from './saveDraft.ts';

interface EditConnectionOptions {
  readonly connections: Connections;
  readonly clientSecrets: ClientSecrets;
  readonly removal: ConnectionRemoval;
}

/**
 * Edits the fields of a connection, starting from their current values. If the service or the app changes,
 * asks whether to delete the data of the previous one. Returns the saved connection; undefined if cancelled.
 * Throws `ConfigurationError` if the entry was changed in the meantime, and `StorageError`.
 */
export async function editConnection(
  previous: SettingEntry,
  { clientSecrets, connections, removal }: EditConnectionOptions,
): Promise<Connection | undefined> {
  const draft = draftOf(previous.written);
  const app = appOf(draft);
  const isAnswered = await askForConnection(draft, {
    title: vscode.l10n.t('Edit Connection'),
    takenNames: connections
      .all()
      .filter((entry) => entry !== previous.entry)
      .map(({ name }) => name),
    hasSecret: async (present) => {
      const { baseUrl, clientId } = connectionOf(present);
      return (await clientSecrets.read(baseUrl, clientId)) !== undefined;
    },
  });
  if (!isAnswered) {
    return undefined;
  }
  const connection = connectionOf(draft);
  const replacedApp = app === undefined || isSameApp(app, connection) ? undefined : app;
  const going = await removal.dataOf(previous, replacedApp);
  if (going.accounts.length > 0) {
    const save = vscode.l10n.t('Save and Sign Out');
    const question = vscode.l10n.t('Save the connection {0}?', displayText(connection.name));
    const detail = [
      vscode.l10n.t(
        'It now points to another service or app. Saving deletes the old client secret and signs you out of:',
      ),
      ...going.accounts,
    ];
    if ((await showDialog('warning', question, [save], detail)) !== save) {
      return undefined;
    }
  } else if (
    going.app !== undefined &&
    !(await mayReplaceSecret(
      { ...going.app, name: previous.entry.name },
      clientSecrets,
      draft.clientSecret,
    ))
  ) {
    return undefined;
  }
  const saved = await saveDraft(
    draft,
    clientSecrets,
    async () => await connections.replace(previous, connection),
  );
  if (saved !== undefined) {
    await removal.forget(going);
  }
  return saved;
}
