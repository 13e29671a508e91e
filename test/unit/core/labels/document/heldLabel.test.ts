import assert from 'node:assert/strict';
import type { LabelRecord } from '../../../../../src/core/api/label.ts';
import { HeldLabel } from '../../../../../src/core/labels/document/heldLabel.ts';
import { LabelDocumentVersions } from '../../../../../src/core/labels/document/labelDocumentVersions.ts';
import { labelText } from '../../../../../src/core/labels/document/labelText.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';

const document = 'workforce-label:/a/7/REMOTE.label.json';
const read: LabelRecord = { id: '7', labelCode: 'REMOTE', labelName: 'Remote', labelStatus: 1 };

class World {
  readonly #values = new Map<string, unknown>();
  readonly #clock = new FakeClock();

  /** What a window makes of what is stored. */
  window(): { readonly held: HeldLabel; readonly versions: LabelDocumentVersions } {
    const versions = new LabelDocumentVersions(
      {
        get: (key) => this.#values.get(key),
        // As VS Code keeps it.
        update: async (key, value) => void this.#values.set(key, JSON.parse(JSON.stringify(value))),
      },
      this.#clock,
    );
    return { held: new HeldLabel(document, versions), versions };
  }

  async opened(): Promise<HeldLabel> {
    const { held, versions } = this.window();
    const text = labelText(read);
    const version = await versions.versionOf(document, text, read);
    await held.read({ version, record: read, text }, undefined);
    return held;
  }
}

const textWith = (changes: LabelRecord): string => labelText({ ...read, ...changes });

describe('HeldLabel', () => {
  it('sends no field that the person has not touched, whatever the service has', async () => {
    const held = await new World().opened();
    const now = { ...read, labelStatus: 2 };
    assert.deepEqual(held.difference(now, textWith({ labelName: 'Mine' })), {
      kind: 'changes',
      changes: { labelName: 'Mine' },
    });
    assert.equal(held.canSave(now, textWith({ labelName: 'Mine' })), true);
  });

  it('knows a conflict of one field until the person has decided about it, beyond the window', async () => {
    const world = new World();
    const held = await world.opened();
    const mine = textWith({ labelName: 'Mine' });
    const now = { ...read, labelName: 'Theirs' };
    const conflict = { field: 'labelName', was: 'Remote', theirs: 'Theirs', isConflict: true };
    assert.deepEqual(held.foreignChanges(now, mine), [conflict]);
    assert.equal(held.canSave(now, mine), false);
    assert.equal(held.versionFor(now, mine, false), undefined);
    const { held: later } = world.window();
    assert.deepEqual(later.foreignChanges(now, mine), [conflict]);
    await later.decided('labelName', now);
    assert.deepEqual(later.foreignChanges(now, mine), []);
    assert.equal(later.canSave(now, mine), true);
    assert.deepEqual(later.difference(now, mine), {
      kind: 'changes',
      changes: { labelName: 'Mine' },
    });
  });

  it('takes a further change for another conflict', async () => {
    const held = await new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    await held.decided('labelName', { ...read, labelName: 'Theirs' });
    assert.equal(held.canSave({ ...read, labelName: 'Theirs again' }, mine), false);
  });

  it('takes what came of an own save whose answer was lost for no conflict', async () => {
    const world = new World();
    const { held, versions } = world.window();
    const text = labelText(read);
    const version = await versions.versionOf(document, text, read);
    await held.read({ version, record: read, text }, undefined);
    const now = { ...read, labelName: 'Sent' };
    await versions.expect(document, now);
    assert.deepEqual(held.foreignChanges(now, textWith({ labelName: 'Typed on' })), []);
    // And what is taken back by then is sent.
    assert.deepEqual(held.difference(now, text), {
      kind: 'changes',
      changes: { labelName: 'Remote' },
    });
  });

  it('still holds what it held where a document has not taken what was read', async () => {
    const held = await new World().opened();
    const before = held.versionFor(read, textWith({ labelName: 'Mine' }), false);
    const now = { ...read, updateTime: 'later' };
    const version = { mtime: 99, size: 99 };
    const mine = textWith({ labelName: 'Mine' });
    await held.read({ version, record: now, text: labelText(now) }, mine);
    assert.deepEqual(held.versionFor(now, mine, false), before);
    await held.shows(labelText(now));
    assert.deepEqual(held.versionFor(now, mine, false), version);
  });

  it('knows each of two readings that were under way at once', async () => {
    const held = await new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    const first = { ...read, labelName: 'First' };
    const second = { ...read, labelName: 'Second' };
    const version = { mtime: 99, size: 99 };
    await held.read({ version, record: first, text: labelText(first) }, mine);
    await held.read({ version, record: second, text: labelText(second) }, mine);
    for (const record of [first, second]) {
      await held.shows(labelText(record));
      assert.equal(held.isUnsaved(labelText(record)), false);
    }
  });

  it('merges by field whatever each side does', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const oneOf = <T>(values: readonly T[]): T | undefined =>
      values[Math.floor(random() * values.length)];
    const held = await new World().opened();
    for (let round = 0; round < 500; round++) {
      const side = (): LabelRecord => ({
        labelCode: oneOf(['REMOTE', 'A', 'B']),
        labelName: oneOf(['Remote', 'A', 'B']),
        labelStatus: oneOf([1, 2, 3]),
      });
      const [mine, theirs] = [side(), side()];
      const text = textWith(mine);
      const now = { ...read, ...theirs };
      const difference = held.difference(now, text);
      const sent = difference.kind === 'changes' ? difference.changes : {};
      const after: LabelRecord = { ...now, ...sent };
      for (const field of ['labelCode', 'labelName', 'labelStatus'] as const) {
        const expected = mine[field] === read[field] ? theirs[field] : mine[field];
        assert.equal(after[field], expected, `seed ${seed}, round ${round}`);
      }
    }
  });
});
