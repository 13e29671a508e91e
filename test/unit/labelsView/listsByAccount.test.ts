import assert from 'node:assert/strict';
import type { LabelAccount } from '../../../src/accounts/labelAccounts.ts';
import { accountOf } from '../../../src/core/account/account.ts';
import { changedLabel } from '../../../src/core/api/label.ts';
import { systemClock } from '../../../src/core/async/clock.ts';
import { Emitter } from '../../../src/core/async/event.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { LabelRepository } from '../../../src/core/labels/labelRepository.ts';
import type { LabelList, LabelListChange } from '../../../src/core/labels/list/labelList.ts';
import { ListsByAccount } from '../../../src/labelsView/listsByAccount.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { apiClientFor } from '../core/labels/list/labelService.ts';
import { signIn } from '../sandbox/sandboxClient.ts';

describe('ListsByAccount', () => {
  const tenant = 'acme-europe';
  let sandbox: Sandbox;
  let repository: LabelRepository;
  let lists: ListsByAccount;
  let list: LabelList;
  let changes: LabelListChange[];

  beforeEach(async () => {
    sandbox = await startSandbox({ labels: 20 });
    const { access_token: accessToken } = await signIn(sandbox);
    repository = new LabelRepository(apiClientFor(sandbox.baseUrl, accessToken), systemClock);
    const account: LabelAccount = {
      account: accountOf(parseBaseUrl(sandbox.baseUrl), tenant, 'hr-administrator'),
      label: 'Ada',
      description: '',
      connectionName: 'Test',
      shortDescription: 'Test',
      pathName: 'Ada',
      readOnly: undefined,
      color: undefined,
      state: 'signedIn',
      endReason: undefined,
      doubt: undefined,
      renewedAt: 0,
      repository,
    };
    lists = new ListsByAccount({
      accounts: {
        onDidChange: new Emitter<void>().event,
        ready: async () => await Promise.resolve(),
        readStoredSessions: async () => await Promise.resolve(),
        readFailure: undefined,
        all: () => [account],
        find: () => account,
      },
      filters: { read: () => ({}) },
      pageSize: () => 100,
    });
    list = lists.of(account);
    await list.loadFirst();
    changes = [];
    lists.onDidChange(({ change }) => changes.push(change));
  });

  afterEach(async () => {
    lists.dispose();
    repository.dispose();
    await sandbox.close();
  });

  function labelAt(index: number) {
    const entry = list.entries[index];
    assert.ok(entry?.kind === 'label');
    return entry.label;
  }

  it('show what a form, or anybody else in this window, has read of a label', async () => {
    const { id, labelCode } = labelAt(3);
    sandbox.control.updateLabel(tenant, id, { labelName: 'Theirs' });
    await repository.findByValues(id, [{ labelCode }]);
    assert.equal(labelAt(3).labelName, 'Theirs');
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['label'],
    );
    sandbox.control.updateLabel(tenant, id, { labelName: 'Once more' });
    await repository.findAmongAll(id, []);
    assert.equal(labelAt(3).labelName, 'Once more');
  });

  it('stay as they are where nothing is new', async () => {
    const { id, labelCode } = labelAt(3);
    await repository.findByValues(id, [{ labelCode }]);
    assert.deepEqual(changes, []);
  });

  it('keep what was saved while an older state was being read', async () => {
    const label = labelAt(3);
    const reading = repository.findAmongAll(label.id, []);
    repository.publish(changedLabel(label, { labelName: 'Saved' }));
    await reading;
    assert.equal(labelAt(3).labelName, 'Saved');
  });
});
