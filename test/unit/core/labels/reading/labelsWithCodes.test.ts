import assert from 'node:assert/strict';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { labelsWithCodes } from '../../../../../src/core/labels/reading/labelsWithCodes.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { LabelService, pageOf } from '../list/labelService.ts';

describe('labelsWithCodes', () => {
  const all = Array.from({ length: 450 }, (_, index) => ({
    id: String(index),
    labelCode: `C-${index % 440}`,
  }));
  let service: LabelService;
  let source: LabelRepository;

  beforeEach(async () => {
    service = new LabelService((request) => {
      const code = request.query.get('labelCode');
      const matching = all.filter(({ labelCode }) => code === null || labelCode.includes(code));
      return pageOf(matching, request, 100);
    });
    source = new LabelRepository(await service.start(), immediateClock([]));
  });

  afterEach(() => {
    service.close();
  });

  async function idsWith(codes: readonly string[]): Promise<readonly string[]> {
    const labels = await labelsWithCodes(codes, { source, whenRateLimited: 'wait' });
    return labels.map(({ id }) => id).toSorted();
  }

  it('asks for few codes alone, also for those that nobody has', async () => {
    assert.deepEqual(await idsWith(['C-7', 'C-100', 'new']), ['100', '447', '7']);
    assert.equal(service.requests.length, 3);
  });

  it('reads all pages where that takes fewer requests', async () => {
    const codes = Array.from({ length: 300 }, (_, index) => `C-${index}`);
    assert.equal((await idsWith(codes)).length, 310);
    assert.ok(service.requests.length <= 5);
  });
});
