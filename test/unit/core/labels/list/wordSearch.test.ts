import assert from 'node:assert/strict';
import { readLabel, type LabelOrUnreadable } from '../../../../../src/core/api/label.ts';
import type { LabelPageRequest } from '../../../../../src/core/api/labelEndpoints.ts';
import type { Page } from '../../../../../src/core/api/page.ts';
import type { LabelPageSource } from '../../../../../src/core/labels/list/labelWalk.ts';
import { WordSearch } from '../../../../../src/core/labels/list/wordSearch.ts';
import { pageOf } from './labelService.ts';

const names = [
  'Part-time, Berlin 2022',
  'Part time, Malmö 2021',
  'Full-time, Berlin 2021',
  'NIGHT-00307',
  'Night shift',
  'Shift, night',
  'Gdańsk site',
  '深圳 试用期',
  'Łódź site',
];

/** A service that finds a part of a name, and knows no accents and no words. */
class PlainService implements LabelPageSource {
  readonly asked: string[] = [];
  readonly #labels: readonly { readonly id: string; readonly labelName: string }[];

  constructor(labelNames: readonly string[] = names) {
    this.#labels = labelNames.map((labelName, index) => ({ id: `id${index}`, labelName }));
  }

  async page(request: LabelPageRequest): Promise<Page<LabelOrUnreadable>> {
    const { q = '' } = request;
    this.asked.push(q);
    const found = this.#labels.filter(({ labelName }) =>
      labelName.toLowerCase().includes(q.toLowerCase()),
    );
    const page = pageOf(found, request);
    return await Promise.resolve({ ...page, records: page.records.map(readLabel) });
  }
}

interface Found {
  readonly names: readonly (string | undefined)[];
  readonly asked: string | undefined;
}

async function find(text: string, service = new PlainService()): Promise<Found> {
  const search = new WordSearch(service, text);
  await search.loadNext(new AbortController().signal);
  return { names: search.labels.map(({ labelName }) => labelName), asked: search.asked };
}

describe('WordSearch', () => {
  const found: Readonly<Record<string, Found>> = {
    'part-time berlin': { names: ['Part-time, Berlin 2022'], asked: 'berlin' },
    'BERLIN part': { names: ['Part-time, Berlin 2022'], asked: 'BERLIN' },
    malmo: { names: ['Part time, Malmö 2021'], asked: 'lm' },
    MALMÖ: { names: ['Part time, Malmö 2021'], asked: undefined },
    'NIGHT 307': { names: ['NIGHT-00307'], asked: 'NIGHT' },
    'shift night': { names: ['Night shift', 'Shift, night'], asked: 'shift' },
    'night-shift': { names: ['Night shift', 'Shift, night'], asked: 'night' },
    gdansk: { names: ['Gdańsk site'], asked: 'gd' },
    lodz: { names: ['Łódź site'], asked: 'd' },
    'Lodz SITE': { names: ['Łódź site'], asked: 'SITE' },
    试用期: { names: ['深圳 试用期'], asked: undefined },
    '试用期 深圳': { names: ['深圳 试用期'], asked: '试用期' },
    'berlin paris': { names: [], asked: 'rl' },
    nothing: { names: [], asked: 'th' },
    '%': { names: [], asked: undefined },
  };
  for (const [text, expected] of Object.entries(found)) {
    it(`finds ${text}`, async () => {
      const { names: foundNames, asked } = await find(text);
      assert.deepEqual(foundNames, expected.names);
      if (expected.names.length > 0) {
        assert.equal(asked, expected.asked);
      }
    });
  }

  it('asks once where the service finds a word as it is, and takes all that it finds', async () => {
    const service = new PlainService();
    assert.equal((await find('2021', service)).names.length, 2);
    assert.deepEqual(service.asked, ['2021']);
  });

  it('asks for another word where the longest one has very many labels', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `Night shift ${index}`);
    const service = new PlainService(many);
    const { asked, names: foundNames } = await find('night 2999', service);
    assert.deepEqual(foundNames, ['Night shift 2999']);
    assert.equal(asked, '2999');
    assert.deepEqual(service.asked, ['night', '2999']);
  });

  it('asks for no word again that has led to nothing', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `Night shift ${index}`);
    const service = new PlainService([...many, 'Day 77x']);
    assert.deepEqual((await find('night 77x', service)).names, []);
    assert.deepEqual(service.asked.slice(0, 2), ['night', '77x']);
    assert.equal(service.asked.filter((asked) => asked === '77x').length, 1);
  });

  it('looks through a bounded number of pages, and goes on when it is asked to', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Night shift ${index}, x`);
    const service = new PlainService([...many, 'Night, x, the last']);
    const search = new WordSearch(service, 'night last');
    const { signal } = new AbortController();
    await search.loadNext(signal);
    assert.deepEqual(search.labels.length, 1, 'the rarer word leads to it at once');
    const other = new WordSearch(service, 'night x');
    await other.loadNext(signal);
    const { length } = service.asked;
    assert.equal(other.labels.length, 200);
    assert.ok(other.hasMore);
    await other.loadNext(signal);
    assert.equal(service.asked.length, length + 1);
    const hopeless = new PlainService(many);
    await find('night absent', hopeless);
    assert.ok(hopeless.asked.length < 15, String(hopeless.asked.length));
  });
});
