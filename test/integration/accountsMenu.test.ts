import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { authenticationProviderId } from '../../src/ids.ts';
import { accountLabels, Service } from './service.ts';

/** What **Sign Out** in VS Code's Accounts menu runs; under test, VS Code takes its question for answered. */
async function signOutInAccountsMenu(accountLabel: string): Promise<void> {
  await vscode.commands.executeCommand('_signOutOfAccount', {
    providerId: authenticationProviderId,
    accountLabel,
  });
}

describe('the Accounts menu', () => {
  let service: Service;

  beforeEach(async () => {
    service = await Service.start({ accessTokenTtl: 1 });
    await service.signInFirst();
  });

  afterEach(async () => {
    await service.stop();
  });

  it('signs out while the service is down and the access token has expired', async () => {
    const [label] = await accountLabels();
    assert.ok(label);
    service.proxy.fault = { kind: 'answer', status: 503 };
    await signOutInAccountsMenu(label);
    assert.deepEqual(await accountLabels(), []);
  });

  it('keeps the same user of the same tenant apart at two services', async () => {
    const staging = await Service.start();
    try {
      await staging.signInFirst();
      const labels = await accountLabels();
      assert.deepEqual(
        labels,
        [service, staging]
          .map(({ baseUrl }) => `acme-europe · hr-administrator · ${new URL(baseUrl).host}`)
          .toSorted(),
      );
      const ofStaging = labels.find((label) => label.endsWith(new URL(staging.baseUrl).host));
      assert.ok(ofStaging);
      await signOutInAccountsMenu(ofStaging);
      assert.deepEqual(
        await accountLabels(),
        labels.filter((label) => label !== ofStaging),
      );
    } finally {
      await staging.stop();
    }
  });
});
