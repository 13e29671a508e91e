import assert from 'node:assert/strict';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import {
  findByList,
  listEntries,
  type FoundByList,
} from '../../../../../src/core/labels/list/findByList.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { LabelService, pageOf } from './labelService.ts';

describe('listEntries', () => {
  it('takes a list apart at whatever separates it, and each entry once', () => {
    for (const text of [
      'A\nB\r\nC\n',
      'A,B, C',
      'A;B;C',
      ' A\tB\tC ',
      'A B  C',
      'A|B|C',
      'A, B\nC;A',
    ]) {
      assert.deepEqual(listEntries(text), ['A', 'B', 'C'], JSON.stringify(text));
    }
    assert.deepEqual(listEntries('  \n\n'), []);
  });

  it('takes spaces for a part of an entry where something else separates', () => {
    assert.deepEqual(listEntries('TRAVEL/EU 100% #1, B'), ['TRAVEL/EU 100% #1', 'B']);
    assert.deepEqual(listEntries('TRAVEL/EU 100% #1\r\n'), ['TRAVEL/EU 100% #1']);
    assert.deepEqual(listEntries('TRAVEL/EU 100% #1'), ['TRAVEL/EU', '100%', '#1']);
  });

  it('takes what stands in quotation marks as it is', () => {
    assert.deepEqual(listEntries('"A, B";"C ""D"""\n"E F"'), ['A, B', 'C "D"', 'E F']);
    assert.deepEqual(listEntries('"A B" C'), ['A B', 'C']);
  });
});

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
    return await findByList(entries, { source, signal: new AbortController().signal });
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
      'c-1',
      '4',
    ]);
    assert.deepEqual(
      labels.map(({ id }) => id),
      ['1449', '1', '2', '3', '4'],
    );
    assert.deepEqual(notFound, ['nobody', 'c-1']);
    assert.deepEqual(ambiguous, ['TWICE']);
  });

  it('reads the pages alone where there are many', async () => {
    const entries = Array.from({ length: 400 }, (_, index) => `C-${index}`);
    const { labels, notFound } = await find(entries);
    assert.deepEqual([labels.length, notFound], [400, []]);
    assert.ok(service.requests.every(({ query }) => !query.has('labelCode')));
  });

  it('says when the service has not listed all that it has', async () => {
    service.answer = (request) => ({ ...pageOf(all, request, 100), total: all.length + 2 });
    assert.equal((await find(['nobody'])).missing, 2);
  });
});
