import assert from 'node:assert/strict';
import { RenewalClaims } from '../../../../src/core/session/renewalClaims.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { impatientClock } from '../../../support/impatientClock.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { storedSession } from '../../../support/storedSession.ts';

describe('RenewalClaims', () => {
  const { id } = accountOfSession(storedSession());

  it('go on where the keyring keeps nothing new over the claim of a window that is gone', async () => {
    const secrets = new InMemorySecretStore();
    const claims = new RenewalClaims(secrets, 'folder', impatientClock(0), new CollectingLog());
    await claims.acquire(id);
    const left = [...secrets.values];
    secrets.faults.add('forget');
    await (await claims.acquire(id)).release();
    assert.deepEqual([...secrets.values], left);
  });
});
