import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import path, { join, resolve } from 'node:path';
import * as z from 'zod';
import { accountOf } from '../../../src/core/account/account.ts';
import { parseConnection } from '../../../src/core/connections/connection.ts';
import {
  connectionLinkPath,
  parseConnectionLink,
} from '../../../src/core/connections/connectionLink.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { readJournalLimits } from '../../../src/core/labels/changes/journal/journalLimits.ts';
import { runFilePath } from '../../../src/core/labels/changes/journal/runFile.ts';
import { concurrentRequests, largePageSize } from '../../../src/core/labels/requestLimits.ts';
import { authorizationLifetime } from '../../../src/core/oauth/pendingAuthorization.ts';
import { endOfSession } from '../../../src/core/session/refreshTokenLifetime.ts';
import { callbackUri, extensionId, settingIds } from '../../../src/ids.ts';
import { endpoints } from '../../../src/sandbox/endpoints.ts';
import { runIn } from '../../support/checkout.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';
import { timeLimits } from '../../support/timeLimits.ts';

/** A number as the document writes it. */
function number(value: number): string {
  return value.toLocaleString('en');
}

const account = accountOf(parseBaseUrl('https://hr.example.com'), 'tenant', 'user');

/** The defaults of the settings, as the manifest declares them. */
async function defaultSettings(): Promise<ReadonlyMap<string, unknown>> {
  const manifest = z.looseObject({
    contributes: z.looseObject({
      configuration: z.looseObject({
        properties: z.record(z.string(), z.looseObject({ default: z.unknown() })),
      }),
    }),
  });
  const { contributes } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const { properties } = contributes.configuration;
  return new Map(Object.entries(properties).map(([id, setting]) => [id, setting.default]));
}

/** The code in a document that is marked as `language`, one text for each block. */
function codeIn(document: string, language: string): readonly string[] {
  const blocks = document.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, marked, code = '']) => (marked === language ? code : []));
}

describe('docs/api.md', () => {
  it('has an example that compiles with the checks of this project', async function () {
    // The compiler takes as long as the machine lets it.
    this.timeout(timeLimits.longTest);
    const [example, ...others] = codeIn(await readFile('docs/api.md', 'utf8'), 'ts');
    assert.deepEqual(others, []);
    assert.ok(example);
    await inTemporaryFolder(async (folder) => {
      const types = 'workforceApi.ts';
      await copyFile(join('src', 'agents', types), join(folder, types));
      await copyFile('package.json', join(folder, 'package.json'));
      await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
      const lines = [
        "import * as vscode from 'vscode';",
        `import type { WorkforceExports } from './${types}';`,
        example,
      ];
      await writeFile(join(folder, 'example.ts'), lines.join('\n'));
      const configuration = { extends: resolve('tsconfig.json'), include: ['*.ts'], exclude: [] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
      const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
      const compiled = runIn(folder, process.execPath, [compiler, '-p', '.']);
      await compiled.catch((error: unknown) => {
        assert.fail(z.object({ stdout: z.string() }).parse(error).stdout);
      });
    });
  });
});

describe('docs/administration.md', () => {
  it('has settings to roll out that the extension takes as they are', async () => {
    const [settings, ...others] = codeIn(await readFile('docs/administration.md', 'utf8'), 'json');
    assert.deepEqual(others, []);
    const values = z.record(z.string(), z.unknown()).parse(JSON.parse(settings ?? ''));
    const known = new Set<string>(Object.values(settingIds));
    assert.deepEqual(
      Object.keys(values).filter((id) => !known.has(id)),
      [],
    );
    const connections = z.array(z.unknown()).parse(values[settingIds.connections]);
    assert.ok(connections.length > 0);
    for (const connection of connections) {
      parseConnection(connection, `vscode://${extensionId}/callback`);
    }
  });

  it('has a link that adds a connection', async () => {
    const text = await readFile('docs/administration.md', 'utf8');
    const link = codeIn(text, '').find((code) => code.includes('://')) ?? '';
    const { hash, pathname, searchParams } = new URL(link.trim());
    assert.equal(pathname, connectionLinkPath);
    const ownCallback = callbackUri('vscode');
    const content = { query: searchParams.toString(), fragment: hash };
    assert.equal(parseConnectionLink(content, { isDecoded: false, ownCallback }).name, 'Acme test');
  });

  it('says of limits, defaults, places and redirects what the code does', async () => {
    const text = await readFile('docs/administration.md', 'utf8');
    const defaults = await defaultSettings();
    const usual = readJournalLimits({ days: undefined, megabytes: undefined });
    const largest = readJournalLimits({
      days: Number.MAX_SAFE_INTEGER,
      megabytes: Number.MAX_SAFE_INTEGER,
    });
    assert.equal(defaults.get(settingIds.journalDays), usual.days);
    assert.equal(defaults.get(settingIds.journalMegabytes), usual.megabytes);
    const facts = [
      `\`${settingIds.pageSize}\` labels at a time, ${String(defaults.get(settingIds.pageSize))} unless`,
      `${concurrentRequests} pages are asked for at a time, with ${largePageSize} labels each`,
      `${5000 / largePageSize} requests for 5,000 labels`,
      `Changes are sent ${concurrentRequests} at a time`,
      `\`${settingIds.journalDays}\` (${usual.days} days; ${number(largest.days)} at most)`,
      `\`${settingIds.journalMegabytes}\` (${usual.megabytes}; ${number(largest.megabytes)} at most)`,
      `A sign-in may take ${authorizationLifetime / 60_000} minutes`,
      `a refresh token for ${endOfSession({ issuedAt: 0 }) / 86_400_000} days`,
      `\`globalStorage/${extensionId}\`: bulk changes in \`changes\`, one file \`*${path.extname(runFilePath('changes', account.id, 'run'))}\``,
      ...['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'windsurf'].map(
        (scheme) => `\`${callbackUri(scheme)}\``,
      ),
    ];
    assert.deepEqual(
      facts.filter((fact) => !text.includes(fact)),
      [],
    );
  });

  it('lists the endpoints of the service', async () => {
    const text = await readFile('docs/administration.md', 'utf8');
    const listed = Array.from(
      text.matchAll(/^\| `(\/\w[\w/]*)` /gm),
      ([, listedPath]) => listedPath,
    );
    // The relay is the sandbox's own.
    const called = endpoints.map((endpoint) => endpoint.path).filter((each) => each !== '/relay');
    assert.deepEqual(listed, called);
  });

  it('names settings that there are, and where connections are read from', async () => {
    const text = await readFile('docs/administration.md', 'utf8');
    const known = new Set<string>(Object.values(settingIds));
    const named = [...text.matchAll(/workforce\.(?:connections|labels|request|changes)[\w.]*/g)];
    assert.deepEqual(
      named.map(([id]) => id).filter((id) => !known.has(id)),
      [],
    );
    assert.deepEqual(
      [...known].filter((id) => !text.includes(id.replace(/^.*\./, ''))),
      [],
    );
  });
});

describe('docs/security.md', () => {
  it('names tests that exist, and one at least for each promise', async () => {
    const text = await readFile('docs/security.md', 'utf8');
    const named = [...text.matchAll(/`(test\/[^`]+)`/g)].flatMap(([, file]) => file ?? []);
    assert.deepEqual(
      named.filter((file) => !file.endsWith('.test.ts') || !existsSync(file)),
      [],
    );
    const table = /^\| Promise .*\n\| -.*\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? '';
    const promises = table.trimEnd().split('\n');
    assert.ok(promises.length > 10);
    assert.deepEqual(
      promises.filter((row) => !row.includes('`test/')),
      [],
    );
  });

  it('is linked from what people read first', async () => {
    for (const file of ['README.md', 'README.zh-CN.md', '.github/SECURITY.md']) {
      assert.ok((await readFile(file, 'utf8')).includes('docs/security.md'), file);
    }
  });
});
