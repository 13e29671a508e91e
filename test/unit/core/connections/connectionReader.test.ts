import assert from 'node:assert/strict';
import {
  appOfEntry,
  baseUrlOf,
  readOnlyReason,
  type ReadOnlyReason,
} from '../../../../src/core/connections/connectionEntry.ts';
import {
  ConnectionReader,
  readConnectionEntries,
} from '../../../../src/core/connections/connectionReader.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const ownCallback = 'vscode://workforce-tools.workforce-labels/callback';
const usable = { name: 'Test', baseUrl: 'https://test.example.com', clientId: 'app' };
const bad = {
  ...usable,
  name: 'Production',
  baseUrl: 'https://hr.example.com/',
  redirectUri: 'x:',
};

describe('readConnectionEntries', () => {
  it('keeps a connection that cannot be used beside those that can, in the order of the setting', () => {
    const entries = readConnectionEntries([bad, usable], ownCallback);
    assert.deepEqual(
      entries.map(({ kind, name }) => [kind, name]),
      [
        ['unusable', 'Production'],
        ['usable', 'Test'],
      ],
    );
    assert.deepEqual(entries.map(baseUrlOf), [
      'https://hr.example.com',
      'https://test.example.com',
    ]);
  });

  it('tells to which app a connection leads that cannot be used, as far as that can be read', () => {
    const entries = readConnectionEntries(
      [bad, usable, { ...bad, clientId: ' ' }, { ...bad, baseUrl: 'x:' }, null],
      ownCallback,
    );
    assert.deepEqual(entries.map(appOfEntry), [
      { baseUrl: 'https://hr.example.com', clientId: 'app' },
      { baseUrl: 'https://test.example.com', clientId: 'app' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says so where a name is in other upper and lower case', () => {
    const [entry] = readConnectionEntries([{ ...usable, readonly: true, Color: 'x' }], ownCallback);
    assert.ok(entry?.kind === 'unusable');
    assert.equal(entry.reason, 'Missing or wrong: readonly, Color.');
  });

  it('says which connection cannot be used, and why', () => {
    const [entry] = readConnectionEntries([bad], ownCallback);
    assert.ok(entry?.kind === 'unusable');
    assert.match(entry.reason, /^The redirect URI must be empty/);
    assert.equal(
      entry.problem.message,
      `The connection Production cannot be used. ${entry.reason}`,
    );
    assert.equal(entry.problem.step, 'openSettings');
  });

  it('calls a connection without a name by its place', () => {
    const entries = readConnectionEntries([usable, null, { ...usable, name: ' ' }], ownCallback);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['Test', 'Connection 2', 'Connection 3'],
    );
  });

  it('keeps the name of a connection from garbling the message', () => {
    const [entry] = readConnectionEntries([{ ...bad, name: 'a\n\u202Eb' }], ownCallback);
    assert.ok(entry?.kind === 'unusable');
    assert.match(entry.problem.message, /^The connection a \\u\{202e\}b cannot be used\. /);
  });

  it('reads no address if the address is what is wrong', () => {
    for (const baseUrl of ['http://hr.example.com', 7, undefined]) {
      const [entry] = readConnectionEntries([{ ...usable, baseUrl }], ownCallback);
      assert.ok(entry?.kind === 'unusable');
      assert.equal(entry.baseUrl, undefined);
    }
  });

  it('takes a setting that is no list for an empty one', () => {
    for (const setting of [undefined, null, {}, 'x']) {
      assert.deepEqual(readConnectionEntries(setting, ownCallback), []);
    }
  });
});

describe('readOnlyReason', () => {
  const app = { baseUrl: parseBaseUrl('https://test.example.com'), clientId: 'app' };
  const other = { ...usable, clientId: 'another' };
  /** Settings, and why the labels of `app` are read-only by them. */
  const cases: readonly (readonly [
    name: string,
    setting: readonly object[],
    reason: ReadOnlyReason | undefined,
  ])[] = [
    ['no entry, as it was removed', [], 'noEntry'],
    ['entries of other services alone', [{ ...bad, redirectUri: '' }], 'noEntry'],
    ['an entry that does not say so', [usable], undefined],
    ['an entry that denies it', [{ ...usable, readOnly: false }], undefined],
    ['an entry that says so', [{ ...usable, readOnly: true }], 'entry'],
    ['one of two that say different things', [usable, { ...usable, readOnly: true }], 'entry'],
    ['an entry of another app', [usable, { ...other, readOnly: true }], undefined],
    ['the only entry of the service, with another app', [{ ...other, readOnly: true }], 'entry'],
    [
      'an entry of another service that says so',
      [usable, { ...bad, redirectUri: '', readOnly: true }],
      undefined,
    ],
    ['one that cannot be used', [{ ...usable, redirectUri: 'x:', readOnly: true }], 'entry'],
    ['one that cannot be used, for that', [{ ...usable, readOnly: 'false' }], 'entry'],
    ['one that says so in other letters', [{ ...usable, ReadOnly: true }], 'entry'],
    ['one whose name is in other letters', [{ ...usable, readonly: false }], 'entry'],
    ['one that cannot be used and does not say so', [{ ...usable, redirectUri: 'x:' }], undefined],
  ];
  for (const [name, setting, reason] of cases) {
    it(`is ${reason} for ${name}`, () => {
      assert.equal(readOnlyReason(readConnectionEntries(setting, ownCallback), app), reason);
    });
  }
});

describe('ConnectionReader', () => {
  it('logs what is wrong once for each change of the setting', () => {
    const incomplete = { ...bad, clientId: '', redirectUri: '' };
    const log = new CollectingLog();
    const reader = new ConnectionReader(ownCallback, log);
    for (let time = 0; time < 3; time++) {
      assert.equal(reader.read([{ ...incomplete }]).length, 1);
    }
    const line = 'The connection Production cannot be used. Missing or wrong: clientId.';
    assert.deepEqual(log.lines, [line]);
    assert.deepEqual(
      reader.read([{ ...incomplete, clientId: 'app' }]).map(({ kind }) => kind),
      ['usable'],
    );
    assert.deepEqual(log.lines, [line]);
    assert.equal(reader.read([incomplete])[0]?.kind, 'unusable');
    assert.deepEqual(log.lines, [line, line]);
  });

  it('reads a setting that was never set', () => {
    const log = new CollectingLog();
    assert.deepEqual(new ConnectionReader(ownCallback, log).read(undefined), []);
    assert.deepEqual(log.lines, []);
  });
});
