import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { accountLabels, administrator, Service, signOutInAccountsMenu } from './service.ts';

const accessTokenTtl = 1;

describe('the Accounts menu', () => {
  let service: Service;

  beforeEach(async () => {
    service = await Service.start({ accessTokenTtl });
    await service.signInFirst();
  });

  afterEach(async () => {
    await service.stop();
  });

  it('signs out while the service is down and the access token has expired', async () => {
    const expiry = performance.now() + accessTokenTtl * 1000;
    const label = service.authenticationLabel(administrator);
    service.proxy.fault = { kind: 'answer', status: 503 };
    await eventually(() => assert.ok(performance.now() > expiry));
    assert.deepEqual(await accountLabels(), [label]);
    await signOutInAccountsMenu(label);
    assert.deepEqual(await accountLabels(), []);
  });

  it('keeps the same user of the same tenant apart at two services', async () => {
    const staging = await Service.start();
    try {
      await staging.signInFirst();
      const [label, labelAtStaging] = [service, staging].map((each) =>
        each.authenticationLabel(administrator),
      );
      assert.ok(label !== undefined && labelAtStaging !== undefined);
      assert.deepEqual(await accountLabels(), [label, labelAtStaging].toSorted());
      await signOutInAccountsMenu(labelAtStaging);
      assert.deepEqual(await accountLabels(), [label]);
    } finally {
      await staging.stop();
    }
  });
});
