import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  decodeSession,
  encodeSession,
  firstLineage,
} from '../../../../src/core/session/storedSession.ts';
import { storedSession } from '../../../support/storedSession.ts';

describe('decodeSession', () => {
  it('reads what was encoded', () => {
    const session = storedSession();
    assert.deepEqual(decodeSession(encodeSession(session)), { kind: 'session', session });
  });

  for (const [name, change] of Object.entries({
    'no version': { version: undefined },
    'a version that never was': { version: 0 },
    'no refresh token': { refreshToken: undefined },
    'an empty refresh token': { refreshToken: '' },
    'an access token that does not fit a header': { accessToken: 'a\nb' },
    'an address that a token must not be sent to': { baseUrl: 'http://hr.example.com' },
    'another state': { state: 'unknown' },
    'a generation that is no number': { generation: '1' },
    'a lifetime of 0': { expiresIn: 0 },
    'no lineage': { lineage: undefined },
    'a lineage that would leave the folder': { lineage: '../../../../etc' },
    'a key that is too short': { handoverKey: 'AAAA' },
    'no redirect URI': { redirectUri: '' },
  })) {
    it(`does not read ${name}`, () => {
      const text = JSON.stringify({ ...storedSession(), ...change });
      assert.deepEqual(decodeSession(text), { kind: 'unreadable' });
    });
  }

  it('reads what earlier versions have stored, as of one sign-in without a key', () => {
    const { handoverKey: _, ...session } = storedSession({
      state: 'signInNeeded',
      lineage: firstLineage,
    });
    for (const version of [1, 2]) {
      const text = JSON.stringify({ ...session, version, lineage: undefined });
      assert.deepEqual(decodeSession(text), { kind: 'session', session });
    }
  });

  it('leaves what a later version has stored to that', () => {
    const text = JSON.stringify({ ...storedSession(), version: 4, accessToken: { new: 'shape' } });
    assert.deepEqual(decodeSession(text), { kind: 'newer' });
  });

  it('never throws, whatever was stored', () => {
    const text = encodeSession(storedSession());
    const cut = fc.nat(text.length).map((end) => text.slice(0, end));
    const changed = fc
      .tuple(fc.nat(text.length), fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([at, inserted]) => text.slice(0, at) + inserted + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), cut, changed), (candidate) => {
        const { kind } = decodeSession(candidate);
        assert.ok(['session', 'newer', 'unreadable'].includes(kind));
      }),
      { numRuns: 1000 },
    );
  });
});
