import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../../../src/core/errors/cancelledError.ts';
import { PatternError } from '../../../../../../src/core/errors/patternError.ts';
import {
  compiledRule,
  type ReplaceRule,
} from '../../../../../../src/core/labels/changes/plan/replaceRule.ts';
import { replaceInTexts } from '../../../../../../src/core/labels/changes/plan/textReplacement.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { until } from '../../../../../support/until.ts';

const script = resolve('src/core/labels/changes/plan/replaceWorker.ts');
/** Has no end on these: each letter more doubles the time. */
const catastrophic = { find: '^(a+)+$', isRegularExpression: true };
const hard = [`${'a'.repeat(60)}!`];

function ruleOf(rule: Partial<ReplaceRule>): ReplaceRule {
  return { find: '', isRegularExpression: false, matchesCase: true, replacement: '', ...rule };
}

async function replaced(
  texts: readonly string[],
  rule: Partial<ReplaceRule>,
): Promise<readonly (readonly [string, string])[]> {
  const { signal } = new AbortController();
  return Array.from(
    await replaceInTexts(texts, ruleOf(rule), { script, clock: systemClock, signal }),
  );
}

describe('replaceInTexts', function () {
  it('replaces text as it is written, whatever it means to a regular expression', async () => {
    assert.deepEqual(
      await replaced(['a.b', 'axb', 'a.b.a.b'], { find: 'a.b', replacement: '$&$1' }),
      [
        ['a.b', '$&$1'],
        ['a.b.a.b', '$&$1.$&$1'],
      ],
    );
    const texts = fc.tuple(fc.string(), fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(texts, ([before, find, by]) => {
        const { flags, replacement, source } = compiledRule(ruleOf({ find, replacement: by }));
        const text = `${before}${find}`;
        const result = text.replace(new RegExp(source, flags), replacement);
        assert.equal(result, text.split(find).join(by));
      }),
    );
  });

  it('matches case or not, in any script', async () => {
    const texts = ['Ärger', 'ärger', 'ÄRGER'];
    assert.deepEqual(await replaced(texts, { find: 'är', replacement: 'x' }), [['ärger', 'xger']]);
    assert.deepEqual(await replaced(texts, { find: 'är', replacement: 'x', matchesCase: false }), [
      ['Ärger', 'xger'],
      ['ärger', 'xger'],
      ['ÄRGER', 'xGER'],
    ]);
  });

  it('replaces by groups of a regular expression', async () => {
    assert.deepEqual(
      await replaced(['SHIFT-0012', 'SHIFT-x'], {
        find: String.raw`^(\p{L}+)-0*(\d+)$`,
        isRegularExpression: true,
        replacement: '$2/$1',
      }),
      [['SHIFT-0012', '12/SHIFT']],
    );
  });

  it('takes many texts, each once', async () => {
    const texts = Array.from({ length: 2500 }, (_, index) => `Label ${index}`);
    const results = await replaced([...texts, ...texts], { find: 'Label', replacement: 'L' });
    assert.equal(results.length, texts.length);
    assert.deepEqual(results.at(-1), ['Label 2499', 'L 2499']);
  });

  it('refuses what is no regular expression, and to look for nothing', async () => {
    await assert.rejects(replaced(['a'], { find: '(', isRegularExpression: true }), PatternError);
    await assert.rejects(replaced(['a'], { find: '' }), PatternError);
  });

  it('ends an expression that has no end, and keeps nobody else waiting', async () => {
    const clock = new FakeClock();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { signal } = new AbortController();
    const replacing = replaceInTexts(hard, ruleOf(catastrophic), { script, clock, signal });
    const ended = assert.rejects(replacing, (error) => {
      assert.ok(error instanceof PatternError);
      assert.match(error.message, /takes too long/);
      return true;
    });
    await until(() => turns > 20 && clock.waiting > 0);
    clock.advance(5000);
    await ended;
    clearInterval(timer);
  });

  it('is cancelled in the middle of an expression that has no end', async () => {
    const clock = new FakeClock();
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const replacing = replaceInTexts(hard, ruleOf(catastrophic), { script, clock, signal });
    const ended = assert.rejects(replacing, CancelledError);
    await until(() => clock.waiting > 0);
    cancelling.abort();
    await ended;
    assert.equal(clock.waiting, 0);
  });
});
