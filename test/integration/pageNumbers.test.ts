import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { settingIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { LoopbackServer } from './loopbackServer.ts';
import { person } from './person.ts';
import { administrator, Service } from './service.ts';
import { setSetting } from './setSetting.ts';

/** Passes requests on to the service at `baseUrl`; its lists count `hidden` labels more than it has. */
async function frontOf(baseUrl: string, hidden: number): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const { headers, method, url = '/' } = request;
    const passed = sendRequest(new URL(url, baseUrl), { method, headers }, (answer) => {
      if (!url.includes('/label/list')) {
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
        return;
      }
      void text(answer).then((body) => {
        const counted = body.replace(
          /"total":(\d+)/,
          (_, total) => `"total":${Number(total) + hidden}`,
        );
        response.writeHead(200, { 'content-type': 'application/json' }).end(counted);
      });
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  return await LoopbackServer.listen(server);
}

describe('labels view with a service that counts in its own way', () => {
  const pageSize = 8;
  let service: Service;

  before(async () => {
    await setSetting(settingIds.pageSize, pageSize);
  });

  afterEach(async () => {
    await service.stop();
  });

  after(async () => {
    await setSetting(settingIds.pageSize, undefined);
  });

  it('shows all labels from the first one on where the first page is page 0', async () => {
    service = await Service.start({ labels: 12, firstPage: 0 });
    const { sandbox } = service;
    const codes = sandbox.control.labels(administrator.tenant).map(({ labelCode }) => labelCode);
    await service.signInFirst();
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), codes.slice(0, pageSize));
      assert.equal(rows.at(-1), 'Load more (8 of 12)');
    });
    await person.clickRow('Load more (8 of 12)');
    await eventually(async () => {
      assert.deepEqual(codesIn(await person.rows()), codes);
    });
  });

  it('says how many labels are not listed rather than that there are none', async () => {
    service = await Service.start({ labels: 0 });
    const front = await frontOf(service.sandbox.baseUrl, 50);
    try {
      await service.connectAs(`http://127.0.0.1:${front.port}`);
      await service.signInFirst();
      await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
      await eventually(async () => {
        assert.deepEqual(await person.rows(), [
          'The service says that it has more labels, and has not listed them: 50.',
        ]);
      });
    } finally {
      await front.close();
    }
  });
});
