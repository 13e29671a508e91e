import assert from 'node:assert/strict';
import { itemsInSlices } from '../../../../../src/core/async/slices.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { findByList, type FoundByList } from '../../../../../src/core/labels/reading/findByList.ts';
import { readList, type ListLine } from '../../../../../src/core/labels/reading/listText.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { assertInSlices, watchTurns } from '../../../../support/watchTurns.ts';
import { LabelService, pageOf } from '../list/labelService.ts';

describe('findByList', () => {
  const all: readonly { readonly id: string; readonly labelCode?: string }[] = [
    ...Array.from({ length: 450 }, (_, index) => ({
      id: String(1000 + index),
      labelCode: `C-${index}`,
    })),
    { id: '1', labelCode: '1001' },
    { id: '2', labelCode: 'TWICE' },
    { id: '3', labelCode: 'TWICE' },
    { id: '4' },
  ];
  let service: LabelService;
  let source: LabelRepository;

  beforeEach(async () => {
    service = new LabelService((request) => {
      const code = request.query.get('labelCode');
      const matching = all.filter(
        ({ labelCode = '' }) =>
          code === null || labelCode.toLowerCase().includes(code.toLowerCase()),
      );
      return pageOf(matching, request, 100);
    });
    source = new LabelRepository(await service.start(), immediateClock([]));
  });

  afterEach(() => {
    service.close();
  });

  async function find(entries: readonly string[]): Promise<FoundByList> {
    return await findByList(Array.from(readList(entries.join('\n'))), {
      source,
      whenRateLimited: 'wait',
    });
  }

  it('asks for few codes, and for nothing else if all lead to labels', async () => {
    const { ambiguous, labels, missing, notFound } = await find(['C-7', 'C-3']);
    assert.deepEqual(
      labels.map(({ id }) => id),
      ['1007', '1003'],
    );
    assert.deepEqual([ambiguous, missing, notFound], [[], 0, []]);
    assert.equal(service.requests.length, 2);
  });

  it('looks for ids in all pages, takes a code before an id, and says what is nowhere', async () => {
    const { ambiguous, labels, notFound } = await find([
      '1449',
      '1001',
      'nobody',
      'TWICE',
      'x-1',
      '4',
    ]);
    assert.deepEqual(
      labels.map(({ id }) => id),
      ['1449', '1', '2', '3', '4'],
    );
    assert.deepEqual(notFound, ['nobody', 'x-1']);
    assert.deepEqual(ambiguous, ['TWICE']);
  });

  it('reads the pages alone where there are many', async () => {
    const entries = Array.from({ length: 400 }, (_, index) => `C-${index}`);
    const { labels, notFound } = await find(entries);
    assert.deepEqual([labels.length, notFound], [400, []]);
    assert.ok(service.requests.every(({ query }) => !query.has('labelCode')));
  });

  it('asks for each code of a sentence', async () => {
    const { labels, notFound } = await find(['Please end C-7 plus C-3 today', 'C-9 – Night 24']);
    assert.deepEqual(
      labels.map(({ labelCode }) => labelCode),
      ['C-7', 'C-3', 'C-9'],
    );
    assert.deepEqual(notFound, []);
  });

  it('finds the codes of an e-mail by asking for them alone', async () => {
    const { labels, notFound } = await find(['- C-7 – Night shift', '• "C-3",']);
    assert.deepEqual(
      labels.map(({ id }) => id),
      ['1007', '1003'],
    );
    assert.deepEqual(notFound, []);
    const codes = service.requests.map(({ query }) => query.get('labelCode'));
    assert.ok(codes.length <= 6 && !codes.includes(null), codes.join());
  });

  it('reads all pages for a code in other case, of which there may be several', async () => {
    const { labels } = await find(['c-44']);
    assert.deepEqual(
      labels.map(({ id }) => id),
      ['1044'],
    );
    assert.ok(service.requests.some(({ query }) => !query.has('labelCode')));
  });

  it('says when the service has not listed all that it has', async () => {
    service.answer = (request) => ({ ...pageOf(all, request, 100), total: all.length + 2 });
    assert.equal((await find(['nobody'])).missing, 2);
  });

  it('reads and finds 50,000 codes in one line without holding up the process', async () => {
    const codes = Array.from({ length: 50_000 }, (_, index) => `C-${index}`);
    for (const separator of [', ', ' ', '\n']) {
      const turns = watchTurns();
      const lines: ListLine[] = [];
      for await (const line of itemsInSlices(readList(codes.join(separator)))) {
        lines.push(line);
      }
      const { labels, notFound } = await findByList(lines, { source, whenRateLimited: 'wait' });
      const longest = turns.end();
      assert.deepEqual([labels.length, notFound.length], [450, 49_550]);
      assertInSlices(longest);
    }
  });
});
