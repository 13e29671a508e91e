import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { extensionId } from '../../src/ids.ts';
import { checkOfAllFiles } from '../host/checkOfAllFiles.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { print } from './print.ts';
import { administrator, Service } from './service.ts';

/** Secrets in what goes over the network: queries, bearer tokens, token answers, form fields. */
const secretShapes = [
  /^(?:GET|POST) [^ ?]+\?(\S+) HTTP/gm,
  /^location: [^\r\n?]+\?([^\r\n]+)/gim,
  /^authorization: Bearer (\S+)/gim,
  /"(?:access_token|refresh_token)"\s*:\s*"([^"]+)"/g,
  /name="(?:code|client_secret|refresh_token)"\r\n\r\n([^\r\n]+)/g,
];

describe('the log of all these tests', () => {
  let log = '';

  before(async () => {
    // So that there is something to find where this file is run alone.
    const service = await Service.start();
    await service.signInFirst();
    const [label] = service.sandbox.control.labels(administrator.tenant);
    assert.ok(label);
    await vscode.workspace.fs.readFile(service.labelUri(administrator, label));
    await service.stop();
    // VS Code writes its logs with a delay.
    await eventually(async () => {
      log = await readLog();
      assert.match(log, /Session \w+ was removed\.\s*$/);
    });
  });

  it('names requests by method and path', () => {
    assert.match(log, /\[debug\] POST \/auth\/oauth\/token HTTP 200 \(\d+ ms\)/);
    assert.match(log, /\[debug\] GET \/api\/v2\/label\/list HTTP 200 \(\d+ ms\)/);
  });

  it('holds no token, code, state, secret or query', async () => {
    const secrets = new Set(await secretsOfTheRun());
    const leaked = [...secrets].filter((secret) => log.includes(secret)).length;
    print(`      ${secrets.size} secrets, ${log.split('\n').length} lines of log`);
    assert.ok(secrets.size > 5);
    await checkOfAllFiles(() => {
      assert.equal(leaked, 0, 'secrets are in the log');
      assert.doesNotMatch(log, /\b(?:code|state|access_token|refresh_token)=/);
    });
  });
});

async function readLog(): Promise<string> {
  const { logFolder } = testEnvironment();
  const files = globSync(`**/exthost*/${extensionId}/*.log`, { cwd: logFolder });
  const texts = files.map(async (file) => await readFile(path.join(logFolder, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

async function secretsOfTheRun(): Promise<string[]> {
  const { trafficFolder } = testEnvironment();
  const files = globSync('*.http', { cwd: trafficFolder });
  const texts = files.map(async (file) => await readFile(path.join(trafficFolder, file), 'utf8'));
  const found = (await Promise.all(texts)).flatMap((text) =>
    secretShapes.flatMap((shape) => [...text.matchAll(shape)].map(([, secret = '']) => secret)),
  );
  const queries = await person.visitedQueries();
  const values = queries.flatMap((query) =>
    ['code', 'state'].flatMap((name) => new URLSearchParams(query).getAll(name)),
  );
  return [...found, ...queries, ...values].filter((secret) => secret !== '');
}
