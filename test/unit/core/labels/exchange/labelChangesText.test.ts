import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { accountOf } from '../../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import type { LabelOutcome } from '../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/journal/runRecord.ts';
import {
  changesFile,
  type ChangesFormat,
} from '../../../../../src/core/labels/exchange/changesExport.ts';
import {
  importProblemsText,
  resultText,
} from '../../../../../src/core/labels/exchange/labelChangesText.ts';
import { readSpreadsheet } from '../../../../../src/core/spreadsheet/spreadsheetThread.ts';
import { planAmong, wantedOf } from '../../../../support/planning.ts';
import { spreadsheetWorker as script } from '../../../../support/spreadsheetWorker.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { emptyRun } from '../changes/journal/emptyRun.ts';

const names = new Map([[2, 'Paused']]);

/** A run about labels with the ids 1, 2 and so on, with these outcomes. */
function runWith(
  outcomes: readonly LabelOutcome[],
  nameAt: (index: number) => string | undefined = () => undefined,
): RunRecord {
  const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
  const record = emptyRun(account, { origin: 'import' });
  const labels = outcomes.map((_, index) =>
    labelOf({ id: String(index + 1), labelName: '=One', labelStatus: 1 }),
  );
  const wanted = new Map(
    labels.map(({ id }, index) => [id, { labelName: nameAt(index) ?? 'Uno\n', labelStatus: 2 }]),
  );
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
        '=One · 2\n  Status: somebody else has changed it from 1 to 3; proposed: Paused (2)',
        'Not kept: 1',
        '=One · 3\n  Status: the service accepted Paused (2) but returns 1',
        'Failed: 1',
        '=One · 4\n  Because.',
        'Not sent: 1',
        '=One · 5\n',
      ].join('\n\n'),
    );
  });
});

/** Text about the rows that are not listed. */
const more = (count: number): string => `${count} more`;

describe('importProblemsText', () => {
  it('lists each row with its reason', async () => {
    const problems = [
      { line: 2, id: '', reason: 'No ID.' },
      { line: 3, id: '7\n', reason: 'No label.' },
    ];
    assert.equal(
      await importProblemsText(problems, more),
      'Line 2: No ID.\nLine 3, label 7: No label.\n',
    );
  });

  it('lists as many as a document can show, and says how many more there are', async () => {
    const problem = { line: 2, id: '', reason: 'No ID.' };
    const many = await importProblemsText(
      Array.from({ length: 123_456 }, () => problem),
      more,
    );
    const lines = many.split('\n');
    assert.deepEqual(
      [lines.length, lines[99_999], ...lines.slice(-2)],
      [100_002, 'Line 2: No ID.', '23456 more', ''],
    );
    const long = { ...problem, id: '\u0001'.repeat(10_000) };
    const texts = await importProblemsText(
      Array.from({ length: 2000 }, () => long),
      more,
    );
    assert.ok(texts.length < 25_000_000);
    assert.match(texts.slice(-100), /\n\d{3,4} more\n$/);
    const shown = texts.split('\n').length - 2;
    assert.equal(texts.endsWith(`\n${2000 - shown} more\n`), true);
  });
});

describe('Exported changes', () => {
  it('say who has changed what, when and to what, so that no spreadsheet runs it', async () => {
    assert.equal(
      await textOf([runWith([{ kind: 'done' }])], 'csv'),
      [
        '"id","code","name","field","before","after","outcome","run","time","account","user","service"',
        `"1","","'=One","labelName","'=One","Uno\n","done","Test","1970-01-01T00:00:01.000Z","acme","jane","https://example.com"`,
        `"1","","'=One","labelStatus","1","2","done","Test","1970-01-01T00:00:01.000Z","acme","jane","https://example.com"`,
        '',
      ].join('\r\n'),
    );
  });

  it('say what was replaced and kept, where that is not what was planned', async () => {
    const run = runWith([{ kind: 'done' }]);
    const [id] = run.changes.keys();
    assert.ok(id);
    const status = { field: 'labelStatus', before: 9 } as const;
    run.apply({ kind: 'intent', id, sent: [{ ...status, after: 2 }], at: 1000 });
    const kept = [{ ...status, after: 3 }];
    run.apply({ kind: 'outcome', id, outcome: { kind: 'done' }, sent: kept, at: 1000 });
    assert.match(await textOf([run], 'csv'), /"labelStatus","9","3","done",/);
  });

  it('are the same as JSON, with numbers as numbers', async () => {
    const text = await textOf([runWith([{ kind: 'done' }])], 'json');
    const [, status, ...others] = z.array(z.unknown()).parse(JSON.parse(text));
    assert.deepEqual(others, []);
    assert.deepEqual(status, {
      id: '1',
      name: '=One',
      field: 'labelStatus',
      before: 1,
      after: 2,
      outcome: 'done',
      run: 'Test',
      time: '1970-01-01T00:00:01.000Z',
      account: 'acme',
      user: 'jane',
      service: 'https://example.com',
    });
    assert.deepEqual(JSON.parse(await textOf([], 'json')), []);
  });

  for (const [format, expected] of [
    ['xlsx', ['1', '2']],
    ['csv', ['2']],
    ['json', []],
  ] as const) {
    it(`name the labels whose texts the file does not hold: ${format}`, async () => {
      const long = 'x'.repeat(40_000);
      const run = runWith([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }], (index) =>
        [long, '\uD800', 'Uno'].at(index),
      );
      const { unwritable } = await changesFile([run], format, script);
      assert.deepEqual(
        unwritable.map(({ id }) => id),
        expected,
      );
    });
  }

  it('are the same in Excel, where texts stay texts', async () => {
    const { content } = await changesFile([runWith([{ kind: 'done' }])], 'xlsx', script);
    const rows: (readonly string[])[] = [];
    for await (const part of readSpreadsheet(content, { script })) {
      rows.push(...part.rows.map(({ cells }) => cells));
    }
    assert.deepEqual(rows[0]?.slice(0, 4), ['id', 'code', 'name', 'field']);
    assert.deepEqual(rows[1]?.slice(0, 8), [
      '1',
      '',
      '=One',
      'labelName',
      '=One',
      'Uno\n',
      'done',
      'Test',
    ]);
    assert.equal(rows.length, 3);
  });
});

async function textOf(runs: readonly RunRecord[], format: ChangesFormat): Promise<string> {
  return new TextDecoder().decode((await changesFile(runs, format, script)).content);
}
