import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { LoopbackServer } from './loopbackServer.ts';
import { person } from './person.ts';
import { Service } from './service.ts';

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

describe('labels view with a service that counts more labels than it lists', () => {
  let service: Service;

  afterEach(async () => await service.stop());

  it('says how many labels are not listed rather than that there are none', async () => {
    service = await Service.start({ labels: 0 });
    const front = await frontOf(service.sandbox.baseUrl, 50);
    try {
      await service.connectAs(`http://127.0.0.1:${front.port}`);
      await service.signInFirst();
      await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
      await eventually(async () => {
        assert.deepEqual(await person.rows(), ['The service left 50 labels out of its list.']);
      });
    } finally {
      await front.close();
    }
  });
});
