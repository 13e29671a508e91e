import assert from 'node:assert/strict';
import { changedLabel, readLabel, type Label } from '../../../../../src/core/api/label.ts';
import type { LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import {
  renameLabel,
  type RenamableLabels,
} from '../../../../../src/core/labels/document/labelRename.ts';

function labelNamed(labelName: string): Label {
  const read = readLabel({ id: '7', labelCode: 'A1', labelName, labelStatus: 1 });
  assert.ok(read.kind === 'label');
  return read.label;
}

/** Labels of which one is there, and what is done with it. */
class OneLabel implements RenamableLabels {
  present: Label | undefined;
  readonly sent: LabelChanges[] = [];
  readonly published: Label[] = [];
  isKept = false;

  constructor(labelName: string) {
    this.present = labelNamed(labelName);
  }

  async findAmongAll(): Promise<Label | undefined> {
    return await Promise.resolve(this.present);
  }

  async update(label: Label, changes: LabelChanges): Promise<Label> {
    this.sent.push(changes);
    this.present = this.isKept ? label : changedLabel(label, changes);
    return await Promise.resolve(this.present);
  }

  publish(label: Label): void {
    this.published.push(label);
  }
}

async function neverAsked(): Promise<boolean> {
  return await Promise.reject(new Error('asked'));
}

describe('renaming a label', () => {
  const { signal } = new AbortController();

  it('sends the name alone', async () => {
    const labels = new OneLabel('Night shift');
    const end = await renameLabel(labels, labelNamed('Night shift'), 'Late', neverAsked, signal);
    assert.equal(end.kind, 'renamed');
    assert.deepEqual(labels.sent, [{ labelName: 'Late' }]);
  });

  it('sends nothing where the label has that name by now', async () => {
    const labels = new OneLabel('Late');
    const end = await renameLabel(labels, labelNamed('Night shift'), 'Late', neverAsked, signal);
    assert.equal(end.kind, 'renamed');
    assert.deepEqual(labels.sent, []);
    assert.deepEqual(labels.published, [labels.present]);
  });

  it('asks about a name that somebody else has given it since, and shows that where it stays', async () => {
    const labels = new OneLabel('Early');
    const asked: (string | undefined)[] = [];
    const leave = async ({ labelName }: Label): Promise<boolean> => {
      asked.push(labelName);
      return await Promise.resolve(false);
    };
    const end = await renameLabel(labels, labelNamed('Night shift'), 'Late', leave, signal);
    assert.equal(end.kind, 'keptTheirs');
    assert.deepEqual(asked, ['Early']);
    assert.deepEqual(labels.sent, []);
    assert.deepEqual(labels.published, [labels.present]);
  });

  it('asks again where another name has come while the question was open', async () => {
    const labels = new OneLabel('Early');
    const asked: (string | undefined)[] = [];
    const agree = async ({ labelName }: Label): Promise<boolean> => {
      asked.push(labelName);
      labels.present = labelNamed('Noon');
      return await Promise.resolve(true);
    };
    const end = await renameLabel(labels, labelNamed('Night shift'), 'Late', agree, signal);
    assert.equal(end.kind, 'renamed');
    assert.deepEqual(asked, ['Early', 'Noon']);
    assert.deepEqual(labels.sent, [{ labelName: 'Late' }]);
  });

  it('tells of a label that is gone, and of a name that the service did not take', async () => {
    const labels = new OneLabel('Night shift');
    labels.isKept = true;
    const kept = await renameLabel(labels, labelNamed('Night shift'), 'Late', neverAsked, signal);
    assert.equal(kept.kind, 'notApplied');
    labels.present = undefined;
    const gone = await renameLabel(labels, labelNamed('Night shift'), 'Late', neverAsked, signal);
    assert.equal(gone.kind, 'gone');
  });
});
