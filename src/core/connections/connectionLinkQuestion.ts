import * as l10n from '@vscode/l10n';
import { parseUrl } from '../account/baseUrl.ts';
import { displayText } from '../text/displayText.ts';
import { unquoted } from '../text/unquoted.ts';
import type { Connection } from './connection.ts';
import { connectionLines } from './connectionLines.ts';
import { mixesAlphabets } from './lookAlikeNames.ts';
import { shownValue } from './shownValue.ts';

/** Texts of the dialog that asks whether to add the connection of a link. */
interface ConnectionLinkQuestion {
  readonly message: string;
  readonly detail: readonly string[];
}

/**
 * Returns the question whether to add `connection`. The heading contains nothing from the link but the origin
 * of the base URL; each other value has a separate line, in quotation marks. `ownCallback` as for
 * `redirectFlowOf`.
 */
export function connectionLinkQuestion(
  connection: Connection,
  ownCallback: string,
): ConnectionLinkQuestion {
  const { baseUrl, name, readOnly, redirectUri = ownCallback, scopes } = connection;
  const { origin } = new URL(baseUrl);
  return {
    message: l10n.t('Add a connection to {0} from this link?', origin),
    detail: [
      ...connectionLines(connection),
      // The normal form of an address has no spaces or quotation marks.
      l10n.t('Redirect URI: “{0}”', parseUrl(redirectUri)?.href ?? shownValue(redirectUri)),
      l10n.t('Permissions: “{0}”', unquoted(scopes.map(displayText).join(', '))),
      ...(readOnly
        ? [l10n.t('Read-only: labels can be browsed, exported and compared, but not changed.')]
        : []),
      ...(mixesAlphabets(name)
        ? [l10n.t('The name mixes letters of several alphabets, which can look alike.')]
        : []),
      '',
      l10n.t(
        'Add it only if you know who sent the link: you sign in at this address, and your client secret is sent to it.',
      ),
    ],
  };
}
