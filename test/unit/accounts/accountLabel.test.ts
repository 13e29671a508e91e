import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { authenticationAccountLabel, serviceLabel } from '../../../src/accounts/accountLabel.ts';
import { accountOf } from '../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import {
  hostileText,
  iconOfVsCode,
  invisibleCharacter,
  linkOfVsCode,
} from '../../support/hostileText.ts';
import { randomFrom } from '../../support/randomFrom.ts';

const addresses = [
  'https://hr.example.com',
  'https://hr.example.com:8443',
  'https://hr.example.com/staging',
  'https://hr.example.com/staging%20%C2%B7%20x',
].map(parseBaseUrl);

/** What VS Code would make something of. */
const markup = ['[', ']', '(', ' (', ']%28', '$', '&', '& ', '［', '\u202e'];

describe('authenticationAccountLabel', () => {
  it('names the host, and port and path if the service has them', () => {
    assert.deepEqual(
      addresses.slice(0, 3).map((baseUrl) => serviceLabel({ baseUrl })),
      ['hr.example.com', 'hr.example.com:8443', 'hr.example.com/staging'],
    );
  });

  it('is not the same for any two accounts, whatever the service calls them', () => {
    const identifier = fc.oneof(
      fc
        .array(fc.constantFrom('a', ' ', '·', ' · ', '%', '%C2%B7', '\u200b', '\n', ...markup), {
          minLength: 1,
          maxLength: 5,
        })
        .map((parts) => parts.join('')),
      fc.string({ minLength: 1, unit: 'grapheme' }),
    );
    const account = fc
      .tuple(fc.constantFrom(...addresses), identifier, identifier)
      .map(([baseUrl, tenant, user]) => accountOf(baseUrl, tenant, user));
    fc.assert(
      fc.property(account, account, (one, other) => {
        assert.equal(
          authenticationAccountLabel(one) === authenticationAccountLabel(other),
          one.id === other.id,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('is nothing but text to VS Code, whatever the service calls them', () => {
    const random = randomFrom(1);
    const service = parseBaseUrl('https://hr.example.com');
    for (let run = 0; run < 20_000; run++) {
      const account = accountOf(service, hostileText(random), hostileText(random));
      const label = authenticationAccountLabel(account);
      const found = [linkOfVsCode, iconOfVsCode, /&&/g, invisibleCharacter];
      if (found.some((pattern) => label.search(pattern) >= 0)) {
        assert.fail(JSON.stringify(label));
      }
    }
  });
});
