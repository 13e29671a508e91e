import assert from 'node:assert/strict';
import { KeptFiles, unusedLimit } from '../../../src/labelEditor/keptFiles.ts';

describe('KeptFiles', () => {
  let disposed: string[];

  beforeEach(() => {
    disposed = [];
  });

  function keepAll(files: KeptFiles<{ dispose: () => void }>, all: readonly string[]): void {
    for (const address of all) {
      files.add(address, { dispose: () => disposed.push(address) });
    }
  }

  it('forgets what was asked for longest ago, beyond the limit', () => {
    const files = new KeptFiles(() => false);
    const all = addresses(unusedLimit);
    keepAll(files, all);
    assert.ok(files.get('a0'));
    assert.deepEqual(disposed, []);
    keepAll(files, ['new', 'newer']);
    assert.deepEqual(disposed, ['a1', 'a2']);
    assert.equal(files.get('a1'), undefined);
    assert.ok(files.get('a0'));
  });

  it('keeps what is used, however much there is', () => {
    const files = new KeptFiles((address) => address.startsWith('a'));
    keepAll(files, addresses(3 * unusedLimit));
    keepAll(
      files,
      Array.from({ length: unusedLimit + 1 }, (_, i) => `b${i}`),
    );
    assert.deepEqual(disposed, ['b0']);
  });

  it('disposes all in the end', () => {
    const files = new KeptFiles(() => true);
    keepAll(files, addresses(3));
    files.dispose();
    assert.deepEqual(disposed, addresses(3));
  });
});

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `a${index}`);
}
