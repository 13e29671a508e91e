import assert from 'node:assert/strict';
import { lstat, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { FileError } from '../../../../../src/core/errors/fileError.ts';
import {
  exportLabels,
  type ExportContent,
  type ExportFormat,
  type LabelExportOptions,
  type LabelExportResult,
} from '../../../../../src/core/labels/exchange/labelExport.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import type { LabelFilter } from '../../../../../src/core/labels/list/labelCriteria.ts';
import { filledRow } from '../../../../../src/core/spreadsheet/spreadsheet.ts';
import { readWorkbook } from '../../../../../src/core/spreadsheet/workbookReading.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { HttpFailure, LabelService, pageOf, records } from '../list/labelService.ts';

const csv = { kind: 'csv', fields: 'known' } as const;
const xlsx = { kind: 'xlsx', fields: 'known' } as const;

async function writeLabels(
  options: Omit<LabelExportOptions, 'spreadsheetWorker'>,
): Promise<LabelExportResult> {
  return await exportLabels({ ...options, spreadsheetWorker });
}

describe('exportLabels', () => {
  const all = [
    ...records(1, 450),
    { id: 7.5, odd: true },
    { id: '451', labelName: '=1', extra: [1] },
  ];
  let folder: string;
  let service: LabelService;
  let source: LabelRepository;
  let waits: number[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'export-'));
    service = new LabelService((request) => pageOf(all, request, 100));
    waits = [];
    source = new LabelRepository(await service.start(), immediateClock(waits));
  });

  afterEach(async () => {
    service.close();
    await rm(folder, { recursive: true });
  });

  function everything(filter: LabelFilter = {}): ExportContent {
    return { kind: 'filter', source, filter };
  }

  async function exported(format: ExportFormat): Promise<string> {
    const path = join(folder, 'labels');
    const result = await writeLabels({ content: everything(), format, path });
    const leftOut = format.kind === 'json' ? 0 : 1;
    assert.deepEqual(result, {
      written: all.length - leftOut,
      leftOut,
      missing: 0,
      unwritable: [],
    });
    assert.deepEqual(await readdir(folder), ['labels']);
    return await readFile(path, 'utf8');
  }

  it('writes everything that the service sent as JSON, in its order', async () => {
    assert.deepEqual(JSON.parse(await exported({ kind: 'json' })), all);
  });

  it('keeps the digits of numbers that JavaScript would round', async () => {
    const digits = '9007199254740993';
    const owner = JSON.rawJSON(digits);
    service.answer = (request) => pageOf([{ id: '1', owner }], request);
    for (const format of [{ kind: 'json' }, { ...csv, fields: 'all' }] as const) {
      const path = join(folder, 'labels');
      await writeLabels({ content: everything(), format, path });
      assert.match(await readFile(path, 'utf8'), new RegExp(`\\b${digits}\\b`));
    }
  });

  it('writes to the file that a link leads to, and leaves the link', async () => {
    const path = join(folder, 'link');
    const file = join(folder, 'file');
    await writeFile(file, 'of before');
    await symlink(file, path);
    await writeLabels({ content: everything(), format: { kind: 'json' }, path });
    assert.ok((await lstat(path)).isSymbolicLink());
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), all);
    assert.deepEqual(await readdir(folder), ['file', 'link']);
  });

  it('writes labels as CSV, and counts the records that are none', async () => {
    const lines = (await exported(csv)).split('\r\n');
    assert.equal(lines.length, all.length + 1);
    assert.equal(lines.at(-2), `"451","","'=1",""`);
  });

  it('writes all fields with the columns that have come up anywhere', async () => {
    const lines = (await exported({ ...csv, fields: 'all' })).split('\r\n');
    assert.equal(lines[0], '"id","labelCode","labelName","labelStatus","extra"');
    assert.equal(lines.at(-2), `"451","","'=1","","[1]"`);
  });

  it('writes the labels that it is given, and asks for nothing', async () => {
    const path = join(folder, 'labels');
    const labels = [labelOf({ id: '2', labelName: 'Two' }), labelOf({ id: '1', note: 'x' })];
    const content = { kind: 'labels', labels } as const;
    const result = await writeLabels({ content, path, format: csv });
    assert.deepEqual(result, { written: 2, leftOut: 0, missing: 0, unwritable: [] });
    assert.deepEqual((await readFile(path, 'utf8')).split('\r\n').slice(1), [
      '"2","","Two",""',
      '"1","","",""',
      '',
    ]);
    await writeLabels({ content, path, format: { kind: 'json' } });
    assert.deepEqual(
      JSON.parse(await readFile(path, 'utf8')),
      labels.map(({ record }) => record),
    );
    const nothing = { kind: 'labels', labels: [] } as const;
    await writeLabels({ content: nothing, path, format: { kind: 'json' } });
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), []);
    assert.deepEqual(service.requests, []);
  });

  it('goes through the pages again for what they have not shown, and says what is missing', async () => {
    const options = {
      content: everything(),
      format: { kind: 'json' },
      path: join(folder, 'labels'),
    } as const;
    let walks = 0;
    service.answer = (request) => {
      walks += request.current === 1 ? 1 : 0;
      const shown = walks === 1 ? all.filter((_, index) => index !== 150) : all;
      return { ...pageOf(shown, request, 100), total: all.length };
    };
    const result = await writeLabels(options);
    assert.deepEqual([result.written, result.missing], [all.length, 0]);
    service.answer = (request) => ({ ...pageOf(all, request, 100), total: all.length + 3 });
    const incomplete = await writeLabels(options);
    assert.deepEqual([incomplete.written, incomplete.missing], [all.length, 3]);
  });

  it('writes labels as a workbook, texts as texts and the status as a number', async () => {
    const path = join(folder, 'labels.xlsx');
    const result = await writeLabels({ content: everything(), format: xlsx, path });
    assert.deepEqual([result.written, result.leftOut], [all.length - 1, 1]);
    const rows = readWorkbook(await readFile(path))
      .map(filledRow)
      .map(({ cells }) => cells);
    assert.equal(rows.length, all.length);
    assert.deepEqual(rows[0], ['id', 'labelCode', 'labelName', 'labelStatus']);
    assert.deepEqual(rows.at(-1), ['451', '', '=1']);
    await writeLabels({ content: everything(), format: { ...xlsx, fields: 'all' }, path });
    assert.deepEqual(
      readWorkbook(await readFile(path))
        .map(filledRow)
        .at(-1)?.cells,
      ['451', '', '=1', '', '[1]'],
    );
  });

  it('names the labels with a text that the file cannot hold, and leaves its cell empty', async () => {
    const path = join(folder, 'labels');
    const half = labelOf({ id: '1', labelName: 'half \uD83D' });
    const long = labelOf({ id: '2', labelName: 'x'.repeat(32_768) });
    // Its ID looks guarded, so a workbook has a guard before the name as well.
    const full = labelOf({ id: "'1/2", labelName: '='.padEnd(32_767, 'x') });
    const labels = [half, long, full, labelOf({ id: '3', labelName: 'whole \u{1F600}' })];
    const content = { kind: 'labels', labels } as const;
    const unwritableIn = async (format: ExportFormat): Promise<readonly string[]> =>
      (await writeLabels({ content, format, path })).unwritable.map(({ id }) => id);
    assert.deepEqual(await unwritableIn(csv), ['1']);
    assert.match(await readFile(path, 'utf8'), /^"1","","",""$/m);
    assert.deepEqual(await unwritableIn(xlsx), ['1', '2', "'1/2"]);
    assert.deepEqual(
      readWorkbook(await readFile(path))
        .map(filledRow)
        .map(({ cells }) => cells[2]),
      ['labelName', undefined, undefined, undefined, 'whole \u{1F600}'],
    );
    assert.deepEqual(await unwritableIn({ kind: 'json' }), []);
  });

  it('asks only for what matches the filter', async () => {
    const path = join(folder, 'labels');
    await writeLabels({ content: everything({ labelStatus: 3 }), format: csv, path });
    assert.ok(service.requests.every(({ query }) => query.get('labelStatus') === '3'));
  });

  it('writes a page of any size, as labels that are chosen here come', async () => {
    const count = 150_000;
    const labels = Array.from({ length: count }, (_, index) =>
      labelOf({ id: String(index), labelName: 'Night' }),
    );
    const page = {
      records: labels.map((label) => ({ kind: 'label' as const, label })),
      total: count,
      size: count,
      current: 1,
      pages: 1,
    };
    const whole = { page: async () => await Promise.resolve(page) };
    const { written } = await writeLabels({
      content: { kind: 'filter', source: whole, filter: { without: ['x'] } },
      format: { ...csv, fields: 'all' },
      path: join(folder, 'labels'),
    });
    assert.equal(written, count);
  });

  it('leaves the file that was there when the service fails on the way', async () => {
    const path = join(folder, 'labels');
    await writeFile(path, 'old');
    service.answer = (request) => {
      if (request.current === 3) {
        throw new Error('injected');
      }
      return pageOf(all, request, 100);
    };
    await assert.rejects(writeLabels({ content: everything(), format: { kind: 'json' }, path }), {
      code: 'api',
    });
    assert.deepEqual(await readdir(folder), ['labels']);
    assert.equal(await readFile(path, 'utf8'), 'old');
  });

  it('waits where the service has had too many requests', async () => {
    let refusals = 3;
    service.answer = (request) => {
      if (request.current >= 3 && refusals-- > 0) {
        throw new HttpFailure(429, { 'retry-after': '4' });
      }
      return pageOf(all, request, 100);
    };
    assert.deepEqual(JSON.parse(await exported({ kind: 'json' })), all);
    assert.deepEqual(waits, [4000, 4000, 4000]);
  });

  it('leaves no file when the user cancels', async () => {
    const cancel = new AbortController();
    const exporting = writeLabels({
      content: everything(),
      format: csv,
      path: join(folder, 'labels'),
      signal: cancel.signal,
      onProgress: (written) => {
        if (written > 100) {
          cancel.abort();
        }
      },
    });
    await assert.rejects(exporting, CancelledError);
    assert.deepEqual(await readdir(folder), []);
  });

  it('says that the file cannot be written', async () => {
    const path = join(folder, 'missing', 'labels');
    const exporting = writeLabels({ content: everything(), format: csv, path });
    await assert.rejects(exporting, (error) => {
      assert.ok(error instanceof FileError);
      assert.match(error.message, /ENOENT/);
      return true;
    });
  });
});
