import assert from 'node:assert/strict';
import type { LabelRecord } from '../../../../../src/core/api/label.ts';
import { editableFields } from '../../../../../src/core/api/labelFields.ts';
import {
  HeldLabel,
  type DocumentState,
} from '../../../../../src/core/labels/document/heldLabel.ts';
import { LabelDocumentVersions } from '../../../../../src/core/labels/document/labelDocumentVersions.ts';
import { labelText } from '../../../../../src/core/labels/document/labelText.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';

const document = 'workforce-label:/a/7/REMOTE.label.json';
const read: LabelRecord = { id: '7', labelCode: 'REMOTE', labelName: 'Remote', labelStatus: 1 };

class World {
  readonly #values = new Map<string, unknown>();
  readonly #clock = new FakeClock();

  /** The texts of the document each time that it came to be made from what somebody else has changed. */
  readonly rebased: string[] = [];

  /** What a window makes of what is stored. */
  window(): { readonly held: HeldLabel; readonly versions: LabelDocumentVersions } {
    const versions = new LabelDocumentVersions(
      {
        get: (key) => this.#values.get(key),
        // As VS Code keeps it.
        update: async (key, value) => void this.#values.set(key, JSON.parse(JSON.stringify(value))),
      },
      () => new Set(),
      this.#clock,
      new CollectingLog(),
    );
    const held = new HeldLabel(document, versions, (text) => this.rebased.push(text));
    return { held, versions };
  }

  opened(): HeldLabel {
    const { held, versions } = this.window();
    const text = labelText(read);
    const version = versions.versionOf(document, text, read);
    held.read({ version, record: read, text });
    held.noteShown(text);
    return held;
  }
}

const clean: DocumentState = { isDirty: false, isSaving: false };
const textWith = (changes: LabelRecord): string => labelText({ ...read, ...changes });

/** The editor reads `record`, and shows it. */
function reads(held: HeldLabel, record: LabelRecord, versions: LabelDocumentVersions): void {
  const text = labelText(record);
  held.read({ version: versions.versionOf(document, text, record), record, text });
  held.noteShown(text);
}

describe('HeldLabel', () => {
  it('holds no text of a document that was forgotten for others', () => {
    const world = new World();
    const { held, versions } = world.window();
    const text = labelText(read);
    held.read({ version: versions.versionOf(document, text, read), record: read, text });
    held.noteShown(text);
    assert.ok(held.holds(text));
    for (let other = 0; other < 200; other++) {
      versions.versionOf(`${document}?${other}`, text, read);
    }
    assert.equal(held.holds(textWith({ labelName: 'By another program' })), false);
  });

  describe('says that the document has come to be made from what somebody else has changed', () => {
    const theirs = { ...read, labelName: 'Theirs' };

    it('where that is read', () => {
      const world = new World();
      const { held, versions } = world.window();
      reads(held, read, versions);
      reads(held, { ...read, updateTime: 'later' }, versions);
      assert.deepEqual(world.rebased, []);
      reads(held, theirs, versions);
      assert.deepEqual(world.rebased, [labelText(theirs)]);
    });

    it('not where a save has led to it', async () => {
      const world = new World();
      const { held, versions } = world.window();
      reads(held, read, versions);
      const mine = { ...read, labelName: 'Mine' };
      held.saved(labelText(mine), { labelName: 'Mine' }, mine);
      reads(held, { ...mine, updateTime: 'later' }, versions);
      // The answer to this one does not come.
      const again = { ...mine, labelName: 'Mine again' };
      await versions.recordSave(document, again, { labelName: 'Mine again' });
      reads(held, again, versions);
      assert.deepEqual(world.rebased, []);
      reads(held, read, versions);
      assert.deepEqual(world.rebased, [labelText(read)]);
    });

    it('where a save has sent nothing, as the text is what the service has', () => {
      const world = new World();
      const { held, versions } = world.window();
      reads(held, read, versions);
      held.saved(labelText(theirs), {}, theirs);
      assert.deepEqual(world.rebased, [labelText(theirs)]);
    });
  });

  it('sends no field that the person has not touched, whatever the service has', () => {
    const held = new World().opened();
    const now = { ...read, labelStatus: 2 };
    assert.deepEqual(held.difference(now, textWith({ labelName: 'Mine' })), {
      kind: 'changes',
      changes: { labelName: 'Mine' },
    });
    assert.equal(held.canSave(now, textWith({ labelName: 'Mine' })), true);
  });

  it('knows a conflict of one field until the person has decided about it, beyond the window', async () => {
    const world = new World();
    const held = world.opened();
    const mine = textWith({ labelName: 'Mine' });
    const now = { ...read, labelName: 'Theirs' };
    const conflict = { field: 'labelName', was: 'Remote', theirs: 'Theirs', isConflict: true };
    assert.deepEqual(held.foreignChanges(now, mine), [conflict]);
    assert.equal(held.canSave(now, mine), false);
    assert.equal(held.versionFor(now, mine, clean), undefined);
    const { held: later } = world.window();
    assert.deepEqual(later.foreignChanges(now, mine), [conflict]);
    await later.recordResolution('labelName', now);
    assert.deepEqual(later.foreignChanges(now, mine), []);
    assert.equal(later.canSave(now, mine), true);
    assert.deepEqual(later.difference(now, mine), {
      kind: 'changes',
      changes: { labelName: 'Mine' },
    });
  });

  it('takes a further change for another conflict', async () => {
    const held = new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    await held.recordResolution('labelName', { ...read, labelName: 'Theirs' });
    assert.equal(held.canSave({ ...read, labelName: 'Theirs again' }, mine), false);
  });

  it('takes what came of an own save whose answer was lost for no conflict', async () => {
    const world = new World();
    const { held, versions } = world.window();
    const text = labelText(read);
    const version = versions.versionOf(document, text, read);
    held.read({ version, record: read, text });
    held.noteShown(text);
    const now = { ...read, labelName: 'Sent' };
    await versions.recordSave(document, now, { labelName: 'Sent' });
    assert.deepEqual(held.foreignChanges(now, textWith({ labelName: 'Typed on' })), []);
    // And what is taken back by then is sent.
    assert.deepEqual(held.difference(now, text), {
      kind: 'changes',
      changes: { labelName: 'Remote' },
    });
  });

  it('still holds what it held where a document has not taken what was read', () => {
    const held = new World().opened();
    const before = held.versionFor(read, textWith({ labelName: 'Mine' }), clean);
    const now = { ...read, updateTime: 'later' };
    const version = { mtime: 99, size: 99 };
    const mine = textWith({ labelName: 'Mine' });
    held.read({ version, record: now, text: labelText(now) });
    assert.deepEqual(held.versionFor(now, mine, clean), before);
    held.noteShown(labelText(now));
    assert.deepEqual(held.versionFor(now, mine, clean)?.version, version);
  });

  it('holds what was saved for as long as the editor counts the document as dirty', () => {
    const held = new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    const now = { ...read, labelName: 'Mine', updateTime: 'later' };
    held.saved(mine, { labelName: 'Mine' }, now);
    // Typed meanwhile, and taken back.
    const version = held.versionFor(now, mine, { ...clean, isDirty: true })?.version;
    assert.ok(version);
    assert.deepEqual(version, held.versionFor(now, mine, { ...clean, isSaving: true })?.version);
    assert.equal(held.versionFor(now, mine, clean), undefined);
  });

  it('tells of a version that is newer than no other where nothing would be overwritten', () => {
    const held = new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    const now = { ...read, labelStatus: 2 };
    const dirty = { ...clean, isDirty: true };
    assert.equal(held.versionFor(now, mine, dirty)?.reported.mtime, 0);
    assert.equal(held.versionFor(now, labelText(now), dirty)?.reported.mtime, 0);
    // What counts as clean stays as it is only where the version is exactly the one that is held.
    const kept = held.versionFor(now, mine, clean);
    assert.ok(kept && kept.reported.mtime > 0);
    assert.deepEqual(kept.reported, kept.version);
    assert.equal(held.versionFor({ ...now, labelName: 'Theirs' }, mine, dirty), undefined);
  });

  it('holds what it has just written, whatever somebody else has made of it since', () => {
    const held = new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    held.saved(mine, { labelName: 'Mine' }, { ...read, labelName: 'Mine' });
    const theirs = { ...read, labelName: 'Theirs' };
    const written = held.versionFor(theirs, mine, { isDirty: true, isSaving: true });
    assert.ok(written && written.reported.mtime > 0);
    assert.deepEqual(written.reported, written.version);
    assert.equal(held.versionFor(theirs, textWith({ labelName: 'On' }), clean), undefined);
  });

  it('knows each of two readings that were under way at once', () => {
    const held = new World().opened();
    const first = { ...read, labelName: 'First' };
    const second = { ...read, labelName: 'Second' };
    const version = { mtime: 99, size: 99 };
    held.read({ version, record: first, text: labelText(first) });
    held.read({ version, record: second, text: labelText(second) });
    for (const record of [first, second]) {
      held.noteShown(labelText(record));
      assert.equal(held.isUnsaved(labelText(record)), false);
    }
  });

  it('reverts nothing of somebody else where one types on before a save is read again', () => {
    const held = new World().opened();
    const mine = textWith({ labelName: 'Mine' });
    const now = { ...read, labelName: 'Mine', labelStatus: 2 };
    held.saved(mine, { labelName: 'Mine' }, now);
    const typedOn = textWith({ labelName: 'Mine too' });
    assert.deepEqual(held.difference(now, typedOn), {
      kind: 'changes',
      changes: { labelName: 'Mine too' },
    });
    assert.equal(held.canSave(now, typedOn), true);
    assert.equal(held.canSave(now, textWith({ labelName: 'Mine', labelStatus: 3 })), false);
  });

  it('merges by field whatever each side does', () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const oneOf = <T>(values: readonly T[]): T | undefined =>
      values[Math.floor(random() * values.length)];
    const held = new World().opened();
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

  it('sends only what was touched and overwrites only what was seen, in any order of steps', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const oneOf = <T>(first: T, ...others: T[]): T =>
      others[Math.floor(random() * (others.length + 1))] ?? first;
    for (let sequence = 0; sequence < 300; sequence++) {
      const { held, versions } = new World().window();
      let service: LabelRecord = read;
      let shown = read;
      const touched = new Set<string>();
      const seen = new Set<string>();
      const see = (record: LabelRecord, field: string): void => {
        seen.add(`${field} ${String(record[field])}`);
      };
      const readAgain = async (): Promise<void> => {
        const text = labelText(service);
        const version = versions.versionOf(document, text, service);
        held.read({ version, record: service, text });
        held.noteShown(text);
        shown = service;
        touched.clear();
        seen.clear();
        editableFields.forEach((field) => see(service, field));
      };
      const save = async (isAnswered: boolean, where: string): Promise<void> => {
        const text = labelText(shown);
        if (!held.canSave(service, text)) {
          const conflicts = held
            .foreignChanges(service, text)
            .filter(({ isConflict }) => isConflict);
          for (const { field } of conflicts) {
            await held.recordResolution(field, service);
            see(service, field);
          }
          return;
        }
        const difference = held.difference(service, text);
        assert.notEqual(difference.kind, 'invalid', where);
        const changes = difference.kind === 'changes' ? difference.changes : {};
        for (const field of Object.keys(changes)) {
          assert.ok(touched.has(field), `${where}: ${field} was not touched`);
          assert.ok(seen.has(`${field} ${String(service[field])}`), `${where}: ${field} not seen`);
          assert.equal(service[field] === shown[field], false, where);
        }
        const after = { ...service, ...changes };
        if (Object.keys(changes).length > 0) {
          await versions.recordSave(document, after, changes);
        }
        service = after;
        Object.keys(changes).forEach((field) => see(service, field));
        if (isAnswered) {
          for (const field of touched) {
            const isKept =
              service[field] === shown[field] || seen.has(`${field} ${String(shown[field])}`);
            assert.ok(isKept, `${where}: ${field} was lost`);
          }
          held.saved(text, changes, service);
          touched.clear();
          editableFields
            .filter((field) => service[field] === shown[field])
            .forEach((field) => see(service, field));
        }
      };
      await readAgain();
      for (let step = 0; step < 20; step++) {
        const where = `seed ${seed}, sequence ${sequence}, step ${step}`;
        const field = oneOf<'labelCode' | 'labelName'>('labelCode', 'labelName');
        const value = oneOf('A', 'B', `C ${step}`);
        const kind = oneOf('theirs', 'mine', 'mine', 'save', 'lost', 'read');
        if (kind === 'theirs') {
          service = { ...service, [field]: value };
        } else if (kind === 'mine') {
          shown = { ...shown, [field]: value };
          touched.add(field);
        } else if (kind === 'save' || kind === 'lost') {
          await save(kind === 'save', where);
        } else if (!held.isUnsaved(labelText(shown))) {
          await readAgain();
        }
      }
    }
  });
});
