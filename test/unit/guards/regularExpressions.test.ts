import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parseSync, Visitor } from 'oxc-parser';
import { pathSegment } from '../../../src/core/account/pathSegment.ts';
import { visibleText } from '../../../src/core/text/visibleText.ts';
import { reportSchema } from '../../support/expressionGrowth.ts';
import { timeLimits } from '../../support/timeLimits.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A regular expression in the sources. */
interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Files that make regular expressions of something else than a literal, and what bounds these. */
const composed: Readonly<Record<string, string>> = {
  'src/core/account/pathSegment.ts': 'made of literals; runs on long texts below',
  'src/core/labels/changes/plan/replaceRule.ts':
    'what a person types; only looked whether it is one',
  'src/core/labels/changes/plan/replaceWorker.ts':
    'what a person types; a thread of its own, which is ended',
  'src/core/text/visibleText.ts': 'made of literals; runs on long texts below',
};

/** The regular expressions of a file. */
interface ExpressionsOfFile {
  readonly file: string;
  readonly literals: readonly Expression[];
  /** Whether it makes some of something else than a literal. */
  readonly isComposing: boolean;
}

function expressionsIn(file: string): ExpressionsOfFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const literals: Expression[] = [];
  let isComposing = false;
  const noteCall = (callee: { type: string; name?: unknown }): void => {
    isComposing ||= callee.type === 'Identifier' && callee.name === 'RegExp';
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) {
        const line = text.slice(0, node.start).split('\n').length;
        const { flags, pattern } = node.regex;
        literals.push({ place: `${file}:${line}`, source: pattern, flags });
      }
    },
    NewExpression: ({ callee }) => noteCall(callee),
    CallExpression: ({ callee }) => noteCall(callee),
  }).visit(parseSync(file, text).program);
  return { file, literals, isComposing };
}

/** An expression may take so long for all its texts, in milliseconds. One without an end takes longer. */
const timeLimit = 30_000;

/** Returns a line for each expression whose time grows faster than the text. */
async function slowOf(
  expressions: readonly Expression[],
  limit: number = timeLimit,
): Promise<string[]> {
  const slow: string[] = [];
  for (let first = 0; first < expressions.length;) {
    const all = expressions.slice(first);
    const worker = new Worker(new URL('../../support/expressionGrowthThread.ts', import.meta.url), {
      workerData: all.map(({ source, flags }) => ({ source, flags })),
    });
    let current = 0;
    const { promise, reject, resolve } = Promise.withResolvers<'ended' | 'hung'>();
    let timer = setTimeout(resolve, limit, 'hung');
    worker.on('message', (message) => {
      const { index, slow: text } = reportSchema.parse(message);
      current = index;
      if (text !== undefined) {
        slow.push(`${all[index]?.place}: ${text}`);
      }
      clearTimeout(timer);
      timer = setTimeout(resolve, limit, 'hung');
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve('ended'));
    const outcome = await promise;
    clearTimeout(timer);
    if (outcome === 'ended') {
      break;
    }
    await worker.terminate();
    slow.push(`${all[current]?.place}: does not end`);
    first += current + 1;
  }
  return slow;
}

describe('regular expressions', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const found = files.map(expressionsIn);

  it('are literals, but for what is bounded otherwise', () => {
    assert.deepEqual(
      found
        .filter(({ isComposing }) => isComposing)
        .map(({ file }) => file)
        .toSorted(),
      Object.keys(composed).toSorted(),
    );
  });

  it('take a time that grows as the text does, whatever it is made of', async function () {
    this.timeout(timeLimits.longTest);
    const expressions = found.flatMap(({ literals }) => literals);
    assert.ok(expressions.length > 50);
    assert.deepEqual(await slowOf(expressions), []);
  });

  it('take no time to speak of for a long text where they are composed', () => {
    const units = [
      'a',
      '. [',
      '\u0301',
      '\u200B',
      '\u2068',
      '\u2068a',
      '\u2069',
      '\u{1F600}\u200D',
      'क\u200D',
    ];
    for (const unit of units) {
      const started = process.threadCpuUsage();
      pathSegment(unit.repeat(100_000));
      visibleText(unit.repeat(100_000));
      assert.ok(process.threadCpuUsage(started).user < 2_000_000, JSON.stringify(unit));
    }
  });

  it('are seen where they do not', async function () {
    const expressions = [
      { place: 'quadratic', source: String.raw`\s+$`, flags: '' },
      { place: 'exponential', source: '^(a+)+$', flags: '' },
      { place: 'linear', source: String.raw`^\s+`, flags: '' },
    ];
    const slow = await slowOf(expressions, 4000);
    assert.deepEqual(
      slow.map((line) => line.split(':')[0]),
      ['quadratic', 'exponential'],
    );
  });
});
