import assert from 'node:assert/strict';
import { accountOf } from '../../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import type { LabelOutcome } from '../../../../../src/core/labels/changes/labelOutcome.ts';
import { RunRecord } from '../../../../../src/core/labels/changes/runRecord.ts';
import { changesCsv } from '../../../../../src/core/labels/exchange/changesCsv.ts';
import {
  changesTexts,
  resultText,
} from '../../../../../src/core/labels/exchange/labelChangesText.ts';
import { planAmong, wantedOf } from '../../../../support/planning.ts';
import { labelOf } from '../arbitraryLabels.ts';

const names = new Map([[2, 'Paused']]);

/** A run about labels with the ids 1, 2 and so on, with these outcomes. */
function runWith(outcomes: readonly LabelOutcome[]): RunRecord {
  const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
  const record = new RunRecord({
    kind: 'run',
    version: 1,
    id: 'run',
    at: 0,
    account,
    title: 'Test',
    origin: 'import',
  });
  const labels = outcomes.map((_, index) =>
    labelOf({ id: String(index + 1), labelName: '=One', labelStatus: 1 }),
  );
  const wanted = new Map(labels.map(({ id }) => [id, { labelName: 'Uno\n', labelStatus: 2 }]));
  const { changes } = planAmong(wantedOf(wanted), labels);
  changes.forEach((change) => record.apply({ kind: 'plan', change }));
  for (const [index, { id }] of changes.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined) {
      record.apply({ kind: 'outcome', id, outcome, at: 1000 });
    }
  }
  return record;
}

describe('changesTexts', () => {
  it('gives two texts that differ in the changed values alone', async () => {
    const { changes } = runWith([{ kind: 'done' }]);
    const { before, after } = await changesTexts(Array.from(changes.values()), names);
    assert.equal(before, '=One · 1\n  Name: "=One"\n  Status: 1');
    assert.equal(after, '=One · 1\n  Name: "Uno\\n"\n  Status: Paused (2)');
  });
});

describe('resultText', () => {
  it('names what is not well, with the reasons', async () => {
    const field = 'labelStatus';
    const text = await resultText(
      runWith([
        { kind: 'done' },
        { kind: 'conflict', conflicts: [{ field, before: 1, wanted: 2, current: 3 }] },
        { kind: 'notKept', instead: [{ field, wanted: 2, current: 1 }] },
        { kind: 'failed', reason: 'Because.' },
        { kind: 'notSent' },
      ]),
      names,
      String,
    );
    assert.equal(
      text,
      [
        'Changed: 1',
        'Conflicts: 1',
        '=One · 2\n  Status: somebody has changed it from 1 to 3; wanted: Paused (2)',
        'Not kept: 1',
        '=One · 3\n  Status: the service has accepted Paused (2), and says 1',
        'Failed: 1',
        '=One · 4\n  Because.',
        'Not sent: 1',
        '=One · 5\n',
      ].join('\n\n'),
    );
  });
});

describe('changesCsv', () => {
  it('says who has changed what, when and to what, so that no spreadsheet runs it', async () => {
    assert.equal(
      await changesCsv([runWith([{ kind: 'done' }])]),
      [
        'time,account,user,label,field,before,after,outcome',
        `1970-01-01T00:00:01.000Z,acme https://example.com,jane,1,labelName,'=One,"Uno\n",done`,
        '1970-01-01T00:00:01.000Z,acme https://example.com,jane,1,labelStatus,1,2,done',
        '',
      ].join('\n'),
    );
  });

  it('says what was replaced and kept, where that is not what was planned', async () => {
    const run = runWith([{ kind: 'done' }]);
    const [id] = run.changes.keys();
    assert.ok(id);
    const status = { field: 'labelStatus', before: 9 } as const;
    run.apply({ kind: 'intent', id, sent: [{ ...status, after: 2 }], at: 1000 });
    const kept = [{ ...status, after: 3 }];
    run.apply({ kind: 'outcome', id, outcome: { kind: 'done' }, sent: kept, at: 1000 });
    assert.match(await changesCsv([run]), /,1,labelStatus,9,3,done\n$/);
  });
});
