import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isDeeperThan, withoutDeepLevels } from '../../../../src/core/text/jsonDepth.ts';

/** `depth` levels of arrays and objects in turn. */
function nested(depth: number, inner = '1'): string {
  const level = Math.ceil(depth / 2);
  return depth % 2 === 0
    ? '[{"a":'.repeat(level) + inner + '}]'.repeat(level)
    : `${'[{"a":'.repeat(level - 1)}[${inner}]${'}]'.repeat(level - 1)}`;
}

describe('depth of JSON', () => {
  it('is that of objects and arrays', () => {
    for (const depth of [0, 1, 2, 5, 100]) {
      const value: unknown = JSON.parse(nested(depth));
      assert.equal(isDeeperThan(value, depth), false, String(depth));
      assert.equal(depth > 0 && isDeeperThan(value, depth - 1), depth > 0, String(depth));
    }
  });

  it('is cut with one level left that shows it', () => {
    assert.equal(withoutDeepLevels('[[1],[[2,[3]]],{"a":[4]}]', 2), '[[1],[[]],{"a":[]}]');
    assert.equal(withoutDeepLevels('{"a":{"b":1}}', 1), '{"a":{}}');
    assert.equal(withoutDeepLevels('["[[[",{"\\\\":"\\"[["}]', 2), '["[[[",{"\\\\":"\\"[["}]');
  });

  it('is cut of any JSON, and what is not too deep stays', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 5 }), (json, maximum) => {
        const shallow = withoutDeepLevels(json, maximum);
        const isDeep = isDeeperThan(JSON.parse(json), maximum);
        assert.equal(shallow !== json || isDeeperThan(JSON.parse(shallow), maximum), isDeep);
        assert.equal(isDeeperThan(JSON.parse(shallow), maximum + 1), false);
      }),
    );
  });

  it('is cut of what is not JSON, too, in a time that grows as the text does', () => {
    const started = process.threadCpuUsage();
    for (const unit of ['[', ']', '"', '\\', '[{', '{"a":', '"\\"', '][']) {
      assert.ok(withoutDeepLevels(unit.repeat(500_000)).length <= 500_000 * unit.length);
    }
    assert.equal(withoutDeepLevels('['.repeat(20_000)), '['.repeat(101));
    assert.ok(process.threadCpuUsage(started).user < 2_000_000);
  });
});
