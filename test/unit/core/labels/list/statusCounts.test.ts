import assert from 'node:assert/strict';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import type { LabelFilter } from '../../../../../src/core/labels/list/labelCriteria.ts';
import { countByStatus } from '../../../../../src/core/labels/list/statusCounts.ts';
import { startSandbox, type Sandbox } from '../../../../../src/sandbox/sandbox.ts';
import { signIn } from '../../../sandbox/sandboxClient.ts';
import { apiClientFor } from './labelService.ts';

const statuses = [undefined, 0, 1, 2, 3, 4, 5, 6, 77];

describe('countByStatus', () => {
  let sandbox: Sandbox;
  let repository: LabelRepository;

  before(async () => {
    sandbox = await startSandbox({ labels: 300, seed: 3 });
    const { access_token: accessToken } = await signIn(sandbox);
    repository = new LabelRepository(apiClientFor(sandbox.baseUrl, accessToken), systemClock);
  });

  after(async () => {
    repository.dispose();
    await sandbox.close();
  });

  function requests(): number {
    return sandbox.control.requests()['GET /api/v2/label/list'] ?? 0;
  }

  /** The counts with one request each, of at most one label. */
  async function counted(filter: LabelFilter): Promise<ReadonlyMap<number | undefined, number>> {
    const counts = new Map<number | undefined, number>();
    await countByStatus(repository, filter, statuses, (status, count) => counts.set(status, count));
    return counts;
  }

  it('asks once for each status, whatever status is filtered by', async () => {
    const before = requests();
    const counts = await counted({ labelStatus: 1 });
    assert.equal(requests() - before, statuses.length);
    assert.equal(counts.get(undefined), 300);
    assert.equal(counts.get(77), 0);
    const sum = statuses
      .slice(1)
      .reduce<number>((all, status) => all + (counts.get(status) ?? 0), 0);
    assert.ok(sum > 0 && sum <= 300);
    for (const status of [0, 1]) {
      const { total } = await repository.page({ labelStatus: status, current: 1, size: 1 });
      assert.equal(counts.get(status), total);
    }
  });

  it('counts what matches the rest of the filter', async () => {
    const counts = await counted({ labelName: 'a' });
    const { total } = await repository.page({ labelName: 'a', current: 1, size: 1 });
    assert.equal(counts.get(undefined), total);
    assert.ok((total ?? 0) < 300);
  });

  it('counts nothing where all labels would have to be read for it', async () => {
    const before = requests();
    assert.equal((await counted({ repeated: 'labelCode' })).size, 0);
    assert.equal((await counted({ labelName: 'a', without: ['b'] })).size, 0);
    assert.equal(requests(), before);
    assert.equal((await counted({ statuses: [1, 2] })).get(undefined), 300);
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const counting = countByStatus(repository, {}, statuses, () => undefined, controller.signal);
    await assert.rejects(counting, CancelledError);
  });
});
