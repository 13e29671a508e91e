import * as l10n from '@vscode/l10n';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Account that may be read-only. */
type Writability = Pick<LabelAccount, 'connectionName' | 'readOnly'>;

/** Message for an account whose labels are read-only. */
export function readOnlyText({ connectionName, readOnly }: Writability): string {
  const name = displayText(connectionName);
  return readOnly === 'noEntry'
    ? l10n.t(
        'The connection {0} is no longer in the settings, so its labels are read-only. Add it again to change them.',
        name,
      )
    : l10n.t(
        'The connection {0} is read-only: its labels can be browsed, exported and compared, but not changed.',
        name,
      );
}

/** Throws `ConfigurationError` if the labels of an account are read-only. */
export function assertWritable(account: Writability): void {
  if (account.readOnly !== undefined) {
    throw new ConfigurationError(
      readOnlyText(account),
      account.readOnly === 'noEntry' ? 'addConnection' : 'openSettings',
    );
  }
}
