import assert from 'node:assert/strict';
import { LabelDocumentVersions } from '../../../../../src/core/labels/document/labelDocumentVersions.ts';
import type { Memento } from '../../../../../src/core/memento/memento.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

class MapStore implements Memento {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    // As VS Code keeps it.
    this.values.set(key, JSON.parse(JSON.stringify(value)));
  }
}

const document = 'workforce-label:/a/7/REMOTE.label.json';

interface Circumstances {
  readonly store?: Memento;
  readonly clock?: FakeClock;
  /** Documents that are open. */
  readonly open?: ReadonlySet<string>;
}

function versionsWith({
  clock = new FakeClock(),
  open = new Set(),
  store = new MapStore(),
}: Circumstances = {}): LabelDocumentVersions {
  return new LabelDocumentVersions(store, () => open, clock, new CollectingLog());
}

/** Record of many fields, whose names begin with `prefix`. */
function recordOf(prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`${prefix}${index}`, 'x']),
  );
}

describe('LabelDocumentVersions', () => {
  it('gives the same content the same version, however much time passes', () => {
    const clock = new FakeClock();
    const versions = versionsWith({ clock });
    const first = versions.versionOf(document, 'one');
    clock.advance(60_000);
    assert.deepEqual(versions.versionOf(document, 'one'), first);
  });

  it('moves time and size with the content, even where its length stays', () => {
    const clock = new FakeClock();
    const versions = versionsWith({ clock });
    const seen = [versions.versionOf(document, 'one')];
    for (const text of ['two', 'one', 'six', 'much longer']) {
      seen.push(versions.versionOf(document, text));
    }
    const [one, two, oneAgain] = seen.map(({ size }) => size);
    assert.equal(one, oneAgain);
    assert.notEqual(one, two);
    assert.equal(new Set(seen.map(({ size }) => size)).size, seen.length - 1);
    assert.deepEqual(
      seen.map(({ mtime }) => mtime),
      seen.map(({ mtime }) => mtime).toSorted((a, b) => a - b),
    );
    assert.equal(new Set(seen.map(({ mtime }) => mtime)).size, seen.length);
  });

  it('never goes back, even where the clock does', () => {
    const clock = new FakeClock();
    const versions = versionsWith({ clock });
    const before = versions.versionOf(document, 'one');
    clock.setWallClock(-3_600_000);
    const after = versions.versionOf(document, 'two');
    assert.ok(after.mtime > before.mtime);
  });

  it('gives the same content the same size in windows that do not see what the other notes', () => {
    const clock = new FakeClock();
    const first = versionsWith({ clock });
    const second = versionsWith({ clock });
    first.versionOf(document, 'zero');
    clock.advance(1000);
    second.versionOf(document, 'much longer than zero');
    const { size } = first.versionOf(document, '试用期');
    assert.equal(second.versionOf(document, '试用期').size, size);
    assert.ok(size >= 9 && size < 9 + 2 ** 20);
  });

  it('outlives the window', () => {
    const store = new MapStore();
    const clock = new FakeClock();
    const before = versionsWith({ store, clock });
    const version = before.versionOf(document, 'one', { id: '7', updateTime: 'early' });
    clock.advance(1000);
    const after = versionsWith({ store, clock });
    assert.deepEqual(after.versionOf(document, 'one'), version);
    assert.equal(after.wasServed(document, 'updateTime', 'early'), true);
  });

  it('knows which values the service has sent', () => {
    const versions = versionsWith();
    versions.versionOf(document, 'one', { updateTime: 'early', tags: ['a'] });
    versions.versionOf(document, 'two', { updateTime: 'late', tags: ['a'] });
    for (const value of ['early', 'late']) {
      assert.equal(versions.wasServed(document, 'updateTime', value), true);
    }
    assert.equal(versions.wasServed(document, 'tags', ['a']), true);
    assert.equal(versions.wasServed(document, 'updateTime', 'never'), false);
    assert.equal(versions.wasServed(document, 'createTime', 'early'), false);
    assert.equal(versions.wasServed('another', 'updateTime', 'early'), false);
  });

  it('knows that a record came without a field that it had at another time', () => {
    const versions = versionsWith();
    versions.versionOf(document, 'one', { id: '7' });
    assert.equal(versions.wasServed(document, 'modifiedBy', undefined), false);
    versions.versionOf(document, 'two', { id: '7', modifiedBy: 'me' });
    assert.equal(versions.wasServed(document, 'modifiedBy', undefined), true);
    assert.equal(versions.wasServed(document, 'modifiedBy', null), false);
    assert.equal(versions.wasServed(document, 'id', undefined), false);
  });

  it('compares any number of fields at once', () => {
    const versions = versionsWith();
    const began = process.cpuUsage();
    versions.versionOf(document, 'one', recordOf('a'));
    versions.versionOf(document, 'two', recordOf('b'));
    const { system, user } = process.cpuUsage(began);
    assert.ok(system + user < 5_000_000, `${system + user} µs`);
  });

  describe('what an editor holds', () => {
    const before = { id: '7', labelName: 'Old', updateTime: 'early' };
    const after = { id: '7', labelName: 'New', updateTime: 'late' };
    let store: MapStore;
    let versions: LabelDocumentVersions;

    beforeEach(async () => {
      store = new MapStore();
      versions = versionsWith({ store });
      const version = versions.versionOf(document, 'old text', before);
      versions.hold(document, version, 'old text', before);
    });

    it('is the version of every record with the same values, beyond the window', () => {
      const saved = versions.versionOf(document, 'saved text');
      versions.hold(document, saved, 'saved text', after);
      versions.versionOf(document, 'new text', after);
      const later = versionsWith({ store });
      assert.deepEqual(later.heldVersion(document), saved);
      assert.equal(later.isHeldRecord(document, after), true);
      assert.equal(later.isHeldRecord(document, { ...after, updateTime: 'later' }), true);
      assert.equal(later.isHeldRecord(document, before), false);
      assert.equal(later.isHeldRecord(document, { ...after, labelName: 'Theirs' }), false);
      assert.equal(later.isHeldText(document, 'saved text'), true);
      assert.equal(later.isHeldText(document, 'old text'), false);
    });

    it('may be what a save makes of it whose answer does not come', async () => {
      const held = versions.heldVersion(document);
      assert.ok(held);
      await versions.recordSave(document, after, { labelName: 'New' });
      assert.deepEqual(versions.heldVersion(document), held);
      assert.equal(versions.isHeldRecord(document, after), true);
      assert.equal(versions.isHeldRecord(document, before), true);
      assert.equal(versions.isHeldRecord(document, { ...after, labelName: 'Theirs' }), false);
    });

    it('is not known of a document that was never read', async () => {
      await versions.recordSave('another', after, { labelName: 'New' });
      assert.equal(versions.heldVersion('another'), undefined);
      assert.equal(versions.isHeldText('another', 'old text'), false);
      assert.equal(versions.isHeldRecord('another', after), false);
    });
  });

  it('keeps no content, and only the documents used last', () => {
    const store = new MapStore();
    const versions = versionsWith({ store });
    for (let count = 0; count < 150; count++) {
      versions.versionOf(`document ${count}`, 'private text', { labelName: 'private name' });
    }
    const stored = JSON.stringify(Array.from(store.values.values()));
    assert.doesNotMatch(stored, /private/);
    assert.doesNotMatch(stored, /"document 49"/);
    assert.match(stored, /"document 50"/);
  });

  it('forgets no document that is open, however many others are read', () => {
    const store = new MapStore();
    const open = new Set([document]);
    const versions = versionsWith({ store, open });
    const record = { labelName: 'Remote' };
    versions.hold(document, versions.versionOf(document, 'one', record), 'one', record);
    for (let count = 0; count < 300; count++) {
      versions.versionOf(`document ${count}`, 'another');
    }
    assert.deepEqual(versions.heldValues(document), record);
    open.clear();
    versions.versionOf('document', 'another');
    assert.equal(versions.heldValues(document), undefined);
  });

  it('takes up of what was stored all that fits', async () => {
    const store = new MapStore();
    const earlier = {
      document,
      digest: 'digest',
      mtime: 5,
      served: [],
      held: { mtime: 5, size: 9, text: 'digest', values: ['values'] },
    };
    await store.update('workforce.labelVersions', [
      null,
      { document: 'another', digest: 7 },
      { ...earlier, document: 'of a later version', held: { mtime: 'early' } },
      earlier,
    ]);
    const versions = versionsWith({ store });
    assert.deepEqual(versions.heldVersion(document), { mtime: 5, size: 9 });
    assert.equal(versions.heldValues(document), undefined);
    assert.equal(versions.wasSent(document, 'labelName', 'Old'), false);
    assert.equal(versions.heldVersion('of a later version'), undefined);
  });

  it('begins anew where what was stored does not fit', async () => {
    const store = new MapStore();
    await store.update('workforce.labelVersions', { wrong: true });
    const versions = versionsWith({ store });
    assert.ok(versions.versionOf(document, 'one').size >= 3);
  });
});
