import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { RequestError } from '../../../../../../src/core/errors/requestError.ts';
import { readProposal } from '../../../../../../src/core/labels/changes/plan/proposal.ts';

describe('a proposal', () => {
  // Tests that import classic zod give zod texts everywhere; in the extension, it has none of its own.
  let localeError: ReturnType<typeof z.config>['localeError'];
  before(() => {
    ({ localeError } = z.config());
    z.config({ localeError: undefined });
  });
  after(() => z.config({ localeError }));

  it('is read as the new values of each label', () => {
    const { title, wanted } = readProposal({
      title: ' Tidy up ',
      changes: [
        { id: '1', labelName: 'New', labelStatus: 0 },
        { id: '2', labelCode: 'C-2' },
      ],
    });
    assert.equal(title, 'Tidy up');
    assert.deepEqual(Array.from(wanted), [
      ['1', { labelName: 'New', labelStatus: 0 }],
      ['2', { labelCode: 'C-2' }],
    ]);
  });

  const change = { id: '1', labelName: 'New' };
  const many = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ ...change, id: `${index}` }));

  it('may be about 1,000 labels', () => {
    assert.equal(readProposal({ title: 'Many', changes: many(1000) }).wanted.size, 1000);
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ['nothing', undefined, /expected object/],
    ['no title', { changes: [change] }, /title/],
    ['an empty title', { title: ' ', changes: [change] }, /title/],
    ['no change', { title: 'T', changes: [] }, /changes/],
    ['too many changes', { title: 'T', changes: many(1001) }, /changes/],
    ['a label twice', { title: 'T', changes: [change, change] }, /more than once/],
    ['a change of nothing', { title: 'T', changes: [{ id: '1' }] }, /no new value/],
    ['a field that is emptied', { title: 'T', changes: [{ id: '1', labelName: '' }] }, /empty/],
    ['a field of spaces', { title: 'T', changes: [{ id: '1', labelCode: '\u00A0\t' }] }, /empty/],
    ['a field that is null', { title: 'T', changes: [{ id: '1', labelName: null }] }, /labelName/],
    ['another field', { title: 'T', changes: [{ ...change, createdAt: 1 }] }, /createdAt/],
    ['a status in words', { title: 'T', changes: [{ id: '1', labelStatus: 'on' }] }, /labelStatus/],
    ['another setting', { title: 'T', changes: [change], apply: true }, /apply/],
  ];
  for (const [what, value, reason] of refused) {
    it(`is refused with ${what}, with the reason`, () => {
      assert.throws(
        () => readProposal(value),
        (error) => error instanceof RequestError && reason.test(error.message),
      );
    });
  }

  const endless: readonly (readonly [string, object])[] = [
    ['of mistakes', { changes: Array.from({ length: 1000 }, (_, index) => ({ id: `${index}` })) }],
    ['of one word', { changes: [{ ...change, ['\u{1F600}'.repeat(50_000)]: 1 }] }],
  ];
  for (const [what, value] of endless) {
    it(`is refused in few words where what is wrong is an endless list ${what}`, () => {
      assert.throws(
        () => readProposal({ title: 'T', ...value }),
        ({ message }: Error) => message.length <= 1001 && message.isWellFormed(),
      );
    });
  }
});
