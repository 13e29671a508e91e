import assert from 'node:assert/strict';
import { ConnectionReader } from '../../../../src/core/connections/connectionReader.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const ownCallback = 'vscode://workforce-tools.workforce-labels/callback';
const bad = { name: 'Production', baseUrl: 'https://hr.example.com', clientId: '' };

describe('ConnectionReader', () => {
  it('logs what is wrong once for each change of the setting', () => {
    const log = new CollectingLog();
    const reader = new ConnectionReader(ownCallback, log);
    for (let time = 0; time < 3; time++) {
      assert.equal(reader.read([{ ...bad }]).length, 1);
    }
    const line = 'The connection Production cannot be used. Missing or wrong: clientId.';
    assert.deepEqual(log.lines, [line]);
    assert.deepEqual(
      reader.read([{ ...bad, clientId: 'app' }]).map(({ kind }) => kind),
      ['usable'],
    );
    assert.deepEqual(log.lines, [line]);
    assert.equal(reader.read([bad])[0]?.kind, 'unusable');
    assert.deepEqual(log.lines, [line, line]);
  });

  it('reads a setting that was never set', () => {
    const log = new CollectingLog();
    assert.deepEqual(new ConnectionReader(ownCallback, log).read(undefined), []);
    assert.deepEqual(log.lines, []);
  });
});
