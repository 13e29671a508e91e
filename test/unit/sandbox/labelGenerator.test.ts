import assert from 'node:assert/strict';
import { generateLabels } from '../../../src/sandbox/labelGenerator.ts';
import { LabelStore } from '../../../src/sandbox/labelStore.ts';
import { LiveOptions, sandboxOptionsSchema } from '../../../src/sandbox/options.ts';

/** Returns the processor's time of this thread, which nothing else on the machine lengthens. */
function millisecondsOf(action: () => unknown): number {
  const start = process.threadCpuUsage();
  action();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

describe('sandbox: generated labels', () => {
  const options = { seed: 1, labels: 5000, oddLabels: true };
  const labels = generateLabels('acme-europe', options);
  const firstPage = labels.slice(0, 16);
  const names = firstPage.map(({ labelName }) => labelName ?? '');

  it('are the same for the same seed and tenant, and differ otherwise', () => {
    assert.deepEqual(generateLabels('acme-europe', options), labels);
    assert.notDeepEqual(generateLabels('acme-europe', { ...options, seed: 2 }), labels);
    assert.notDeepEqual(generateLabels('acme-asia', options), labels);
  });

  it('do not depend on how many there are', () => {
    assert.deepEqual(
      generateLabels('acme-europe', { ...options, labels: 20 }),
      labels.slice(0, 20),
    );
  });

  it('have unique ids, which no JavaScript number holds, and unique codes', () => {
    assert.equal(new Set(labels.map(({ id }) => id)).size, labels.length);
    assert.equal(new Set(labels.map(({ labelCode }) => labelCode)).size, labels.length);
    for (const { id } of labels) {
      assert.notEqual(String(Number(id)), id);
    }
  });

  it('begin with three ordinary ones', () => {
    for (const { labelCode, labelName, labelStatus } of labels.slice(0, 3)) {
      assert.match(labelCode, /^[A-Z-]+-\d{5}$/);
      assert.match(labelName ?? '', /^[A-Z][a-z -]+$/);
      assert.equal(labelStatus, 1);
    }
  });

  it('have a status of 0, 1 or 2 mostly', () => {
    const usual = labels.filter(({ labelStatus }) => [0, 1, 2].includes(labelStatus)).length;
    assert.ok(usual > labels.length * 0.95 && usual < labels.length);
  });

  const traps: Readonly<Record<string, (name: string) => boolean>> = {
    Chinese: (name) => /\p{Script=Han}/u.test(name),
    'joined emoji': (name) => /\p{Emoji}\u200D\p{Emoji}/u.test(name),
    Arabic: (name) => /\p{Script=Arabic}/u.test(name),
    Hebrew: (name) => /\p{Script=Hebrew}/u.test(name),
    'a right-to-left override': (name) => name.includes('\u202E'),
    'an image with a script': (name) => name === '<img src=x onerror=alert(1)>',
    'the end of a script': (name) => name.includes('</script>'),
    'Markdown with a command': (name) => name.includes('](command:'),
    '300 characters': (name) => name.length === 300,
    'a formula': (name) => name.startsWith('=HYPERLINK('),
  };
  for (const [name, matches] of Object.entries(traps)) {
    it(`have on the first page and later: ${name}`, () => {
      assert.ok(names.some(matches));
      assert.ok(labels.slice(16).some(({ labelName }) => matches(labelName ?? '')));
    });
  }

  it('have a missing name, a null name, further fields and an awkward code early', () => {
    assert.ok(firstPage.some((label) => !Object.hasOwn(label, 'labelName')));
    assert.ok(firstPage.some(({ labelName }) => labelName === null));
    assert.ok(firstPage.some((label) => Object.hasOwn(label, 'owner')));
    assert.ok(firstPage.some(({ labelCode }) => /\/.* .*%.*#.*\?/.test(labelCode)));
  });

  it('are ordinary unless odd ones are asked for, and the same otherwise', () => {
    const ordinary = generateLabels('acme-europe', { ...options, oddLabels: false });
    for (const [index, label] of ordinary.entries()) {
      assert.match(label.labelCode, /^[A-Z-]+-\d{5}$/);
      assert.match(label.labelName ?? '', /^[\p{Lu}][\p{L}\d, -]+$/u);
      const { createTime, updateTime, id, labelStatus } = labels[index] ?? {};
      assert.deepEqual(label, { ...label, createTime, updateTime, id, labelStatus });
      assert.equal(Object.keys(label).length, 6);
    }
  });

  it('come quickly: 100,000 of them, pages and searches', () => {
    const store = new LabelStore(
      new LiveOptions(sandboxOptionsSchema.parse({ ...options, labels: 100_000 })),
      Date.now,
    );
    const generation = millisecondsOf(() => store.all('acme-europe'));
    store.slice('acme-europe', { q: 'warm up' }, 0, 200);
    const page = millisecondsOf(() => store.slice('acme-europe', {}, 50_000, 200));
    const search = millisecondsOf(() => store.slice('acme-europe', { q: 'berlin' }, 0, 200));
    const nextPage = millisecondsOf(() => store.slice('acme-europe', { q: 'berlin' }, 200, 200));
    // Ten times what a slow machine needs: this guards against a quadratic slip, not against noise.
    assert.ok(generation < 5000, `generation took ${generation} ms`);
    assert.ok(page < 50, `a page took ${page} ms`);
    assert.ok(search < 1000, `a search took ${search} ms`);
    assert.ok(nextPage < 50, `the next page of a search took ${nextPage} ms`);
  });
});
