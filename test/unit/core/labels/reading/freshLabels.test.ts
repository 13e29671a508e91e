import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import {
  readFreshLabels,
  type FreshLabels,
} from '../../../../../src/core/labels/reading/freshLabels.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { LabelService, pageOf, type ListAnswer } from '../list/labelService.ts';

/** Records with codes. */
const all = Array.from({ length: 500 }, (_, index) => ({
  id: String(index + 1),
  labelCode: `C${index + 1}`,
}));

const { id: wanted } = labelOf({ id: '250' });

/** Reads `ids`, each with its code if `hasCode`, from a service that answers as `answer` says. */
async function read(
  answer: ListAnswer,
  ids: readonly LabelId[],
  hasCode = false,
): Promise<{ readonly fresh: FreshLabels; readonly requests: number }> {
  const service = new LabelService(answer);
  try {
    const source = new LabelRepository(await service.start(), systemClock);
    const { signal } = new AbortController();
    const labels = new Map(ids.map((id) => [id, hasCode ? [`C${id}`] : []]));
    const fresh = await readFreshLabels(labels, { source, signal, whenRateLimited: 'throw' });
    return { fresh, requests: service.requests.length };
  } finally {
    service.close();
  }
}

describe('readFreshLabels', () => {
  it('walks again for a label that has slipped to a page seen before', async () => {
    let walks = 0;
    const { fresh } = await read(
      (request) => {
        walks += request.current === 1 ? 1 : 0;
        const page = pageOf(all, request);
        // Somebody has removed a label and added another one while the first walk went on.
        return walks === 1
          ? { ...page, records: page.records.filter((each) => each !== all[249]) }
          : page;
      },
      [wanted],
    );
    assert.deepEqual([fresh.found.size, fresh.gone.size, fresh.unknown.size], [1, 0, 0]);
    assert.equal(walks, 2);
  });

  it('asks by its code for a label that no page has shown', async () => {
    // More than are asked for by their codes to begin with.
    const ids = Array.from({ length: 10 }, (_, index) => labelOf({ id: String(index + 245) }).id);
    const hidden = all.filter(({ id }) => id !== wanted);
    const { fresh } = await read(
      (request) => {
        const code = request.query.get('labelCode');
        const found = code === null ? hidden : all.filter(({ labelCode }) => labelCode === code);
        return pageOf(found, request);
      },
      ids,
      true,
    );
    assert.deepEqual([fresh.found.size, fresh.gone.size], [10, 0]);
  });

  it('says that it does not know of a label while the service counts more than it lists', async () => {
    const listed = all.filter(({ id }) => id !== wanted);
    const { fresh, requests } = await read(
      (request) => {
        const code = request.query.get('labelCode');
        return code === null
          ? { ...pageOf(listed, request), total: all.length }
          : pageOf([], request);
      },
      [wanted],
      true,
    );
    assert.deepEqual([...fresh.unknown], [wanted]);
    assert.equal(fresh.gone.size, 0);
    assert.ok(requests < 12, `${requests} requests`);
  });

  it('says that a label is gone once all are listed without it', async () => {
    const listed = all.filter(({ id }) => id !== wanted);
    const answer: ListAnswer = (request) =>
      pageOf(request.query.has('labelCode') ? [] : listed, request);
    const { fresh } = await read(answer, [wanted], true);
    assert.deepEqual([...fresh.gone], [wanted]);
  });
});
