import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TextIndex } from '../../../src/sandbox/textIndex.ts';

/** Few characters, so that parts are found, across texts too. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '試', '😀'), maxLength: 6 });
const changes = fc.array(fc.record({ index: fc.nat(12), text }), { maxLength: 4 });

describe('TextIndex', () => {
  it('finds what looking at each text finds, also after changes', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), changes, text, (texts, replaced, part) => {
        const index = new TextIndex([...texts]);
        const expected = [...texts];
        const found = (): number[] =>
          expected.flatMap((present, at) => (present.includes(part) ? [at] : []));
        assert.deepEqual(index.indexesOf(part), found());
        for (const change of replaced.filter(({ index: at }) => at < texts.length)) {
          index.replace(change.index, change.text);
          expected[change.index] = change.text;
          assert.equal(index.includes(change.index, part), change.text.includes(part));
        }
        assert.deepEqual(index.indexesOf(part), found());
      }),
      { numRuns: 2000 },
    );
  });
});
