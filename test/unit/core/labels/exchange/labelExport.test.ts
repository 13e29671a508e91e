import assert from 'node:assert/strict';
import { lstat, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { FileError } from '../../../../../src/core/errors/fileError.ts';
import {
  exportLabels,
  type ExportFormat,
} from '../../../../../src/core/labels/exchange/labelExport.ts';
import { LabelRepository } from '../../../../../src/core/labels/labelRepository.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { HttpFailure, LabelService, pageOf, records } from '../list/labelService.ts';

describe('exportLabels', () => {
  const all = [
    ...records(1, 450),
    { id: 7, odd: true },
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

  async function exported(format: ExportFormat): Promise<string> {
    const path = join(folder, 'labels');
    const result = await exportLabels({ source, filter: {}, format, path });
    const leftOut = format === 'json' ? 0 : 1;
    assert.deepEqual(result, { written: all.length - leftOut, leftOut });
    assert.deepEqual(await readdir(folder), ['labels']);
    return await readFile(path, 'utf8');
  }

  it('writes everything that the service sent as JSON, in its order', async () => {
    assert.deepEqual(JSON.parse(await exported('json')), all);
  });

  it('writes to the file that a link leads to, and leaves the link', async () => {
    const path = join(folder, 'link');
    const file = join(folder, 'file');
    await writeFile(file, 'of before');
    await symlink(file, path);
    await exportLabels({ source, filter: {}, format: 'json', path });
    assert.ok((await lstat(path)).isSymbolicLink());
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), all);
    assert.deepEqual(await readdir(folder), ['file', 'link']);
  });

  it('writes labels as CSV, and counts the records that are none', async () => {
    const lines = (await exported('csv')).split('\r\n');
    assert.equal(lines.length, all.length + 1);
    assert.equal(lines.at(-2), '"451","","=1",""');
    assert.equal((await exported('excelCsv')).split('\r\n').at(-2), '"\'451","","\'=1",""');
  });

  it('asks only for what matches the filter', async () => {
    const path = join(folder, 'labels');
    await exportLabels({ source, filter: { labelStatus: 3 }, format: 'csv', path });
    assert.ok(service.requests.every(({ query }) => query.get('labelStatus') === '3'));
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
    await assert.rejects(exportLabels({ source, filter: {}, format: 'json', path }), {
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
    assert.deepEqual(JSON.parse(await exported('json')), all);
    assert.deepEqual(waits, [4000, 4000, 4000]);
  });

  it('leaves no file when the user cancels', async () => {
    const cancel = new AbortController();
    const exporting = exportLabels({
      source,
      filter: {},
      format: 'csv',
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
    const exporting = exportLabels({ source, filter: {}, format: 'csv', path });
    await assert.rejects(exporting, (error) => {
      assert.ok(error instanceof FileError);
      assert.match(error.message, /ENOENT/);
      return true;
    });
  });
});
