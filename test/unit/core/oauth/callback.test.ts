import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { AppError } from '../../../../src/core/errors/appError.ts';
import { AuthorizationResponseError } from '../../../../src/core/errors/authorizationResponseError.ts';
import {
  CallbackValidationError,
  type CallbackFault,
} from '../../../../src/core/errors/callbackValidationError.ts';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { createState } from '../../../../src/core/oauth/authorizationRequest.ts';
import {
  parseCallback,
  validateCallback,
  type AuthorizationResponse,
} from '../../../../src/core/oauth/callback.ts';
import type { PendingAuthorization } from '../../../../src/core/oauth/pendingAuthorization.ts';
import { redirectUri } from '../../../support/sessionFixture.ts';

const state = createState();
const code = 'CoDe-0123456789';
const now = 1_000_000;

const secrets = new LiveSecrets();
secrets.note(state);

const pending: PendingAuthorization = {
  version: 1,
  kind: 'pending',
  state,
  connectionName: 'Test',
  baseUrl: parseBaseUrl('https://hr.example.com'),
  clientId: 'app',
  redirectUri,
  scopes: ['tag'],
  expiresAt: now,
};

function receive(text: string, at = now): AuthorizationResponse {
  return validateCallback(parseCallback(text), pending, at, secrets);
}

function fault(expected: CallbackFault): (error: unknown) => boolean {
  return (error) => error instanceof CallbackValidationError && error.fault === expected;
}

describe('callback', () => {
  const query = `code=${code}&state=${state}`;

  for (const [name, text] of Object.entries({
    'an address with a query': `${redirectUri}?${query}`,
    'an address with other parameters too': `${redirectUri}?a=1&${query}&windowId=2`,
    'an address on loopback': `http://127.0.0.1:53682/callback?${query}`,
    'an address with a fragment': `${redirectUri}#${query}`,
    'a query': `?${query}`,
    'a query without its question mark': query,
    'what stands between spaces and line ends': ` \n${redirectUri}?${query}\r\n`,
  })) {
    it(`reads ${name}`, () => {
      assert.equal(receive(text).code, code);
    });
  }

  for (const text of [
    '',
    ' ',
    'hello',
    'https://hr.example.com/',
    `${redirectUri}?code=${code}`,
    '?state=',
  ]) {
    it(`takes ${JSON.stringify(text.replace(code, '…'))} for no callback`, () => {
      assert.throws(() => parseCallback(text), fault('notACallback'));
    });
  }

  for (const text of [
    `https://hr.example.com/auth/oauth/authorize?response_type=code&client_id=app&scope=tag&redirect_uri=x&state=${state}`,
    `?redirect_uri=x&state=${state}`,
    `?response_type=code&state=${state}`,
  ]) {
    it(`tells the authorize page from a callback: ${text.replace(state, '…')}`, () => {
      assert.throws(() => parseCallback(text), fault('authorizePage'));
    });
  }

  it('reads an error without state, and where it came', () => {
    for (const [text, address] of [
      ['https://Relay.example.com/back?a=1&error=x', 'https://relay.example.com/back'],
      [`${redirectUri}?error=x&state=`, redirectUri],
      ['?error=x', undefined],
    ]) {
      const callback = parseCallback(text ?? '');
      assert.deepEqual([callback.state, callback.address], [undefined, address]);
      assert.throws(
        () => validateCallback(callback, pending, now, secrets),
        AuthorizationResponseError,
      );
    }
  });

  it('refuses another state than the one of the attempt', () => {
    for (const other of [createState(), state.slice(0, -1), `${state}x`, state.toLowerCase()]) {
      assert.throws(() => receive(`?code=${code}&state=${other}`), fault('unknownState'));
    }
  });

  it('refuses a parameter that is given twice, in the query or the fragment', () => {
    for (const text of [
      `?${query}&code=other`,
      `?${query}&code=${code}`,
      `?${query}&state=other`,
      `${redirectUri}#${query}&code=other`,
      `${redirectUri}#${query}&state=other`,
    ]) {
      assert.throws(() => receive(text), fault('repeatedParameter'), text.length.toString());
    }
  });

  it('does not let the fragment change what the query says', () => {
    assert.equal(receive(`${redirectUri}?${query}#code=other`).code, code);
  });

  it('refuses a callback without a code', () => {
    assert.throws(() => receive(`?state=${state}`), fault('missingCode'));
    assert.throws(() => receive(`?state=${state}&code=`), fault('missingCode'));
  });

  it('refuses a code whose bytes cannot be decoded: it would be sent as another one', () => {
    assert.throws(() => receive(`?state=${state}&code=a%FFb`), fault('missingCode'));
  });

  it('refuses a code of excessive length', () => {
    assert.equal(receive(`?state=${state}&code=${'c'.repeat(16_384)}`).code.length, 16_384);
    assert.throws(
      () => receive(`?state=${state}&code=${'c'.repeat(16_385)}`),
      fault('missingCode'),
    );
  });

  it('refuses a callback that comes too late', () => {
    assert.equal(receive(`?${query}`, now).code, code);
    assert.throws(() => receive(`?${query}`, now + 1), fault('expired'));
  });

  for (const spelling of [
    'error=access_denied',
    'error=ACCESS_DENIED',
    'Error=access_denied',
    'ERROR=access_denied',
    'error=access_denied&error=access_denied',
    `error=access_denied&code=${code}`,
  ]) {
    it(`says that sign-in was refused for ${spelling.replace(code, '…')}`, () => {
      assert.throws(
        () => receive(`?state=${state}&${spelling}`),
        (error) =>
          error instanceof AuthorizationResponseError && error.serverError === 'access_denied',
      );
    });
  }

  for (const spelling of [
    'error',
    'error=',
    'error=server_error',
    'error=%00%0a',
    'error_code=7&error=x',
  ]) {
    it(`ends the attempt for ${spelling}`, () => {
      assert.throws(() => receive(`?${query}&${spelling}`), AuthorizationResponseError);
    });
  }

  it('shows the description of an error, without code and state', () => {
    const description = encodeURIComponent(`not for ${code} and\n${state} and second-code-2`);
    assert.throws(
      () =>
        receive(
          `?${query}&code=second-code-2&error=invalid_scope&error_description=${description}`,
        ),
      (error) =>
        error instanceof AuthorizationResponseError &&
        error.serverError === 'invalid_scope: not for ••• and ••• and •••',
    );
  });

  it('throws nothing but errors of the family, and shows no secret, whatever comes', () => {
    const secret = fc.constantFrom(code, state);
    const name = fc.oneof(
      fc.constantFrom('code', 'state', 'error', 'Error', 'error_description', 'x'),
      fc.string(),
    );
    const value = fc.oneof(secret, fc.string({ unit: 'binary' }), fc.constant(''));
    const parameters = fc
      .array(fc.tuple(name, value), { maxLength: 6 })
      .map((entries) =>
        entries.map(
          ([key, text]) => `${encodeURI(wellFormed(key))}=${encodeURI(wellFormed(text))}`,
        ),
      )
      .map((parts) => parts.join('&'));
    const start = fc.constantFrom(redirectUri, 'http://127.0.0.1:1/', '', 'http://[', '%', ' ');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(start, fc.constantFrom('?', '#', ''), parameters, fc.constantFrom('', `&${query}`))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (candidate, late) => {
        try {
          assert.equal(receive(candidate, late ? now + 1 : now).pending, pending);
        } catch (error) {
          assert.ok(error instanceof AppError, String(error));
          const shown = `${error.message} ${JSON.stringify(error)}`;
          assert.ok(!shown.includes(state), shown);
          // Elsewhere it is a word like any other.
          assert.ok(!givesCode(candidate) || !shown.includes(code), shown);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** Whether the code comes as such. */
function givesCode(callback: string): boolean {
  try {
    return parseCallback(callback).parameters.getAll('code').includes(code);
  } catch {
    return true;
  }
}

/** Percent-encoding knows no half of a surrogate pair. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
