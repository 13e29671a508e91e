import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLabel, type Label } from '../../../../../src/core/api/label.ts';
import { editableValues } from '../../../../../src/core/api/labelFields.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import {
  exportLabels,
  type ExportFormat,
} from '../../../../../src/core/labels/exchange/labelExport.ts';
import { readImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import type { ListEntry } from '../../../../../src/core/labels/list/orderedEntries.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { assertInSlices, watchTurns } from '../../../../support/watchTurns.ts';
import { labelOf } from '../arbitraryLabels.ts';

const tables = [
  { kind: 'csv', fields: 'all' },
  { kind: 'xlsx', fields: 'all' },
] as const;

/** Labels each of which has so many fields of its own; `first` tells them from others. */
function labelsWithOwn(labels: number, fields: number, first = 0): readonly Label[] {
  return Array.from({ length: labels }, (_, index) => first + index).map((label) => {
    const own = Array.from({ length: fields }, (_, field) => [`f${label}-${field}`, 'x'] as const);
    return labelOf({ id: `L${label}`, labelName: 'Night', ...Object.fromEntries(own) });
  });
}

const tooManyFields = {
  code: 'unusableFile',
  message: 'These labels have too many fields for a table. Export to JSON instead.',
};

describe('limits of an export', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'export-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function written(
    labels: readonly Label[],
    format: ExportFormat,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const path = join(folder, 'labels');
    const content = { kind: 'labels', labels } as const;
    const { unwritable } = await exportLabels({
      content,
      format,
      path,
      spreadsheetWorker,
      ...(signal && { signal }),
    });
    assert.deepEqual(unwritable, []);
    return await readFile(path);
  }

  for (const format of tables) {
    it(`refuses fields that do not fit a table, before all are read: ${format.kind}`, async () => {
      let read = 0;
      const source = {
        page: async ({ current }: { readonly current: number }) => {
          const records = labelsWithOwn(100, 10, read).map((label): ListEntry => ({
            kind: 'label',
            label,
          }));
          read += records.length;
          return await Promise.resolve({ records, total: 10_000, size: 100, current, pages: 100 });
        },
      };
      const content = { kind: 'filter', source, filter: {} } as const;
      const path = join(folder, 'labels');
      await assert.rejects(
        exportLabels({ content, format, path, spreadsheetWorker }),
        tooManyFields,
      );
      assert.ok(read < 5000, `${read} labels`);
      assert.deepEqual(await readdir(folder), []);
    });

    it(`writes in slices whatever the number of columns, and stops at once: ${format.kind}`, async () => {
      const labels = labelsWithOwn(60, 250);
      const turns = watchTurns();
      await written(labels, format);
      const whole = turns.end();
      assertInSlices(whole);
      const cancel = new AbortController();
      const cancelledTurns = watchTurns();
      setImmediate(() => cancel.abort());
      await assert.rejects(written(labels, format, cancel.signal), CancelledError);
      const { total } = cancelledTurns.end();
      assert.ok(total < whole.total / 2, `${total} of ${whole.total} ms of work`);
    });
  }

  it('refuses names of fields that are too long for a row of an import', async () => {
    const labels = Array.from({ length: 6 }, (_, index) =>
      labelOf({ id: String(index), ['x'.repeat(190_000 + index)]: 1 }),
    );
    await assert.rejects(written(labels, tables[0]), tooManyFields);
    await written(labels, { kind: 'csv', fields: 'known' });
    await written(labels, { kind: 'json' });
  });

  it('writes what an import reads, whatever the service sends', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const pick = <T>(items: readonly T[]): T | undefined =>
      items[Math.floor(random() * items.length)];
    const names = [
      'note',
      '"',
      '\r\n',
      ';=x',
      ' ',
      'ID',
      "'id",
      'labelname',
      ' labelName',
      'constructor',
      '__proto__',
    ];
    const filler = (size: number): unknown =>
      pick<() => unknown>([
        () => '\u0001'.repeat(size),
        () => ['\u0001'.repeat(size - 1)],
        () => ['"'.repeat(size - 1)],
        () => ['\uD800'.repeat(size - 1)],
        () => ';"=\r\n'.repeat(size / 5),
        () => Array.from({ length: size - 1 }, () => -2.2250738585072014e-308),
        () => Array.from({ length: (size - 1) / 3 }, () => ({ '': -2.2250738585072014e-308 })),
        () => Array.from({ length: size - 1 }, () => ''),
        () => Array.from({ length: size - 1 }, () => false),
        () => JSON.rawJSON('9'.repeat(size - 10)),
        () => ({ ['"'.repeat(size - 2)]: null }),
      ])?.();
    for (let round = 0; round < 20; round++) {
      const labels = Array.from({ length: 3 }, (_, index) => {
        const read = readLabel({
          id: `L${index}`,
          labelName: `Night ${index}`,
          labelStatus: index,
          ...(random() < 0.8 && {
            [pick(names) ?? '']: filler(pick([1000, 50_000, 199_000]) ?? 0),
          }),
        });
        assert.equal(read.kind, 'label', `seed ${seed}, round ${round}`);
        return read.label;
      });
      const path = join(folder, 'labels');
      const content = { kind: 'labels', labels } as const;
      const format = { kind: 'csv', fields: 'all' } as const;
      await exportLabels({ content, format, path, spreadsheetWorker });
      const { problems, rows } = await readImport(await readFile(path), { spreadsheetWorker });
      assert.deepEqual(problems, [], `seed ${seed}, round ${round}`);
      assert.deepEqual(
        Array.from(rows, ([id, { changes }]) => [id, changes]),
        labels.map((label) => [label.id, editableValues(label)]),
        `seed ${seed}, round ${round}`,
      );
    }
  });
});
