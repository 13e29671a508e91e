import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
    }),
  ),
});

describe('package-lock.json', () => {
  it('has the digest of each package, and no address: npm asks the registry that is set up', async () => {
    const lock = lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
    const { '': project, ...packages } = lock.packages;
    assert.ok(project);
    assert.ok(Object.keys(packages).length > 100);
    assert.deepEqual(
      Object.entries(packages).flatMap(([path, { integrity, resolved }]) =>
        /^sha512-[\w+/]{86}==$/.test(integrity ?? '') && resolved === undefined ? [] : path,
      ),
      [],
    );
  });

  it('has no package that asks for a newer Node.js than README and CONTRIBUTING name', async () => {
    const lock = lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
    for (const file of ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md']) {
      const [, named = ''] = /Node\.js (\d+\.\d+)/.exec(await readFile(file, 'utf8')) ?? [];
      const warned = Object.entries(lock.packages).flatMap(([name, { engines }]) => {
        const range = engines === undefined || Array.isArray(engines) ? undefined : engines.node;
        return range === undefined || isIn(range, `${named}.0`) ? [] : `${name}: ${range}`;
      });
      assert.deepEqual(warned, [], file);
    }
  });
});

/** Returns whether `version` is in a range of npm, of the forms that packages use for Node.js. */
function isIn(range: string, version: string): boolean {
  const [major] = version.split('.');
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replaceAll(/([<>=^]) +/g, '$1')
      .split(' ')
      .every((comparator) => {
        const [, operator = '', wanted = ''] = /^([<>=^]*)([\d.*]*)$/.exec(comparator) ?? [];
        const order = version.localeCompare(wanted, 'en', { numeric: true });
        switch (operator) {
          case '>=':
            return order >= 0;
          case '<=':
            return order <= 0;
          case '<':
            return order < 0;
          case '^':
            return wanted.split('.')[0] === major && order >= 0;
          default:
            return wanted === '*' || wanted === '' || wanted.split('.')[0] === major;
        }
      }),
  );
}
