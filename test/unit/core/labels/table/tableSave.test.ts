import assert from 'node:assert/strict';
import type {
  LabelOutcome,
  SentField,
} from '../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { LabelChange } from '../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { BaseCell } from '../../../../../src/core/labels/table/baseCell.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { TableSave } from '../../../../../src/core/labels/table/tableSave.ts';
import { emptyRun } from '../changes/journal/emptyRun.ts';
import { account } from '../changes/journal/journalOfOneLabel.ts';
import { labelsNamed } from './tables.ts';

const [label] = labelsNamed('One');
const before = { field: 'labelName', before: 'One' } as const;
const sent: SentField = { ...before, after: 'Eins ' };

/** What the base knows of the name after a save of “Eins ” with this end. */
async function nameAfter(
  end: {
    readonly isSent?: boolean;
    readonly outcome?: LabelOutcome;
    readonly kept?: SentField;
    readonly isUnread?: true;
    readonly hasNotArrived?: true;
  },
  earlier: readonly string[] = [],
): Promise<BaseCell | undefined> {
  assert.ok(label !== undefined);
  const { id } = label;
  const base = await TableBase.of([label]);
  base.set(id, 'labelName', { shown: 'One', served: 'One', sent: earlier });
  const change: LabelChange = {
    id,
    code: 'a',
    name: 'One',
    fields: [{ ...before, wanted: 'Eins ' }],
  };
  const save = new TableSave(base, [change]);
  assert.deepEqual(base.cell(id, 'labelName')?.sent, Array.from(new Set([...earlier, 'Eins '])));
  const record = emptyRun(account);
  record.apply({ kind: 'plan', change });
  if (end.isSent !== false) {
    record.apply({ kind: 'intent', id, sent: [sent], at: 0 });
  }
  if (end.outcome !== undefined) {
    const { hasNotArrived, isUnread, kept, outcome } = end;
    const fields = kept === undefined ? undefined : [kept];
    record.apply({ kind: 'outcome', id, outcome, sent: fields, isUnread, hasNotArrived, at: 0 });
  }
  assert.deepEqual([...save.finish(record)], [id]);
  return base.cell(id, 'labelName');
}

describe('save of a table', () => {
  const left = { shown: 'One', served: 'One' };
  for (const { title, end, earlier = [], known } of [
    {
      title: 'knows a saved value, as the service has stored it',
      end: { outcome: { kind: 'done' }, kept: { ...before, after: 'Eins' } },
      known: { shown: 'Eins ', served: 'Eins', sent: [] },
    },
    {
      title: 'knows a value that was there already',
      end: { isSent: false, outcome: { kind: 'alreadySo' } },
      known: { shown: 'Eins ', served: 'Eins ', sent: [] },
    },
    {
      title: 'expects another form of what was not read',
      end: { outcome: { kind: 'done' }, isUnread: true },
      known: { shown: 'Eins ', served: 'Eins ', sent: ['Eins '] },
    },
    {
      title: 'forgets what was refused',
      end: { outcome: { kind: 'failed', reason: '' }, hasNotArrived: true },
      known: { ...left, sent: [] },
    },
    {
      title: 'forgets what was not sent',
      end: { isSent: false },
      known: { ...left, sent: [] },
    },
    {
      title: 'keeps what an earlier save has sent',
      end: { isSent: false },
      earlier: ['Eins ', 'x'],
      known: { ...left, sent: ['Eins ', 'x'] },
    },
    {
      title: 'keeps what may have arrived',
      end: { outcome: { kind: 'uncertain', reason: '' } },
      known: { ...left, sent: ['Eins '] },
    },
    {
      title: 'keeps what is under way',
      end: {},
      known: { ...left, sent: ['Eins '] },
    },
    {
      title: 'takes what somebody else has made of it for theirs',
      end: {
        outcome: {
          kind: 'notKept',
          instead: [{ field: 'labelName', wanted: 'Eins ', current: 'Uno' }],
        },
      },
      known: { ...left, sent: ['Eins '] },
    },
    {
      title: 'takes no field for saved that a conflict has kept from being sent',
      end: {
        isSent: false,
        outcome: {
          kind: 'conflict',
          conflicts: [{ ...before, wanted: 'Eins ', current: 'Uno' }],
        },
      },
      known: { ...left, sent: [] },
    },
    {
      title: 'takes no field for saved that was not sent and is not listed',
      end: {
        isSent: false,
        outcome: {
          kind: 'notKept',
          instead: [{ field: 'labelCode', wanted: 'b', current: 'c' }],
        },
      },
      known: { ...left, sent: [] },
    },
  ] as const) {
    it(title, async () => assert.deepEqual(await nameAfter(end, earlier), known));
  }
});
