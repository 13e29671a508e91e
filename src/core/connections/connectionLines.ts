import * as l10n from '@vscode/l10n';
import type { Connection } from './connection.ts';
import { shownValue } from './shownValue.ts';

/**
 * Lines of a dialog that name a connection. The address comes first, as it decides where a secret is sent. It
 * is shown in full, as its end shows who owns it, and without quoting: a base URL has no spaces or quotation
 * marks.
 */
export function connectionLines({
  baseUrl,
  clientId,
  name,
}: Pick<Connection, 'baseUrl' | 'clientId' | 'name'>): readonly string[] {
  return [
    l10n.t('Base URL: “{0}”', baseUrl),
    l10n.t('Connection name: “{0}”', shownValue(name)),
    l10n.t('Client ID: “{0}”', shownValue(clientId)),
  ];
}
