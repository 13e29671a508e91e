import assert from 'node:assert/strict';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { LabelList } from '../../../../../src/core/labels/list/labelList.ts';
import { startSandbox, type Sandbox } from '../../../../../src/sandbox/sandbox.ts';
import { signIn } from '../../../sandbox/sandboxClient.ts';
import { apiClientFor } from './labelService.ts';

describe('LabelList with the sandbox', () => {
  let sandbox: Sandbox;
  let repository: LabelRepository;
  let list: LabelList;

  beforeEach(async () => {
    sandbox = await startSandbox({ labels: 500, oddLabels: true, pageLimit: 60, seed: 7 });
    const { access_token: accessToken } = await signIn(sandbox);
    repository = new LabelRepository(apiClientFor(sandbox.baseUrl, accessToken), systemClock);
    list = new LabelList({ source: repository, pageSize: () => 100 });
  });

  afterEach(async () => {
    list.dispose();
    repository.dispose();
    await sandbox.close();
  });

  it('loads all labels, each once, through pages that are smaller than asked for', async () => {
    await list.loadFirst();
    assert.deepEqual([list.entries.length, list.total], [60, 500]);
    while (list.hasMore) {
      await list.loadMore();
      assert.equal(list.state.kind, 'idle');
    }
    assert.equal(list.entries.length, 500);
    assert.ok(list.entries.every((entry) => entry.kind === 'label'));
  });

  it('shows what matches a filter', async () => {
    await list.loadFirst();
    const first = list.entries.find(
      (entry) => entry.kind === 'label' && entry.label.labelCode !== undefined,
    );
    assert.ok(first?.kind === 'label' && first.label.labelCode !== undefined);
    await list.setFilter({ labelCode: first.label.labelCode });
    assert.ok(
      list.entries.some((entry) => entry.kind === 'label' && entry.label.id === first.label.id),
    );
    assert.ok(list.total !== undefined && list.total < 500);
  });

  it('shows a change that the repository has sent', async () => {
    repository.onDidChangeLabel((label) => list.update(label));
    await list.loadFirst();
    const entry = list.entries[3];
    assert.ok(entry?.kind === 'label');
    await repository.update(entry.label, { labelName: 'Changed' });
    const changed = list.entries[3];
    assert.equal(changed?.kind === 'label' && changed.label.labelName, 'Changed');
    assert.equal(changed?.kind === 'label' && changed.label.id, entry.label.id);
  });
});
