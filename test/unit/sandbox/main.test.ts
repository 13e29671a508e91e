import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { readCommandLine } from '../../../src/sandbox/commandLine.ts';
import { authorizeUrl } from './sandboxClient.ts';

const main = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));

const announcementSchema = z.strictObject({
  baseUrl: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  redirectUris: z.array(z.string()),
});

const started = new Set<ChildProcess>();

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  return child;
}

/** What a process that ends by itself wrote. */
async function run(...args: readonly string[]) {
  const child = start(...args);
  const exit = once(child, 'exit');
  const [output, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exit;
  return { code: child.exitCode, output, problem };
}

describe('sandbox: command line', function () {
  // Each test starts a process.
  afterEach(() => {
    for (const child of started) {
      child.kill('SIGKILL');
    }
    started.clear();
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`announces itself in one line and ends cleanly on ${signal}`, async () => {
      const child = start('--port', '0', '--labels', '50', '--latency', '600000');
      const exit = once(child, 'exit');
      const lines: string[] = [];
      const reader = createInterface({ input: child.stdout });
      reader.on('line', (line) => lines.push(line));
      const problem = text(child.stderr);
      await once(reader, 'line');

      const { baseUrl } = announcementSchema.parse(JSON.parse(lines[0] ?? ''));
      assert.equal((await fetch(`${baseUrl}/relay`)).status, 400);
      const waiting = request(`${baseUrl}/api/v1/test/index`, {
        headers: { expect: '100-continue' },
      });
      waiting.flushHeaders();
      // The server says `100 Continue` once it has read the request.
      await once(waiting, 'continue');
      const ended = assert.rejects(once(waiting, 'response'));
      child.kill(signal);
      await Promise.all([exit, ended]);
      assert.equal(child.exitCode, 0);
      assert.equal(lines.length, 1);
      assert.equal(await problem, '');
    });
  }

  for (const [args, problem] of [
    [['--labels', 'many'], /^--labels: .*number.*\n$/],
    [['--labels', '-1'], /^[^\n]*labels[^\n]*\n$/],
    [['--unauthorized', 'maybe'], /^--unauthorized: [^\n]*"http"[^\n]*\n$/],
    [['--relay-origins', 'https://a.example/x'], /^--relay-origins: must be an origin[^\n]*\n$/],
    [['--label', '5'], /^Unknown option '--label'[^\n]*\n$/],
    [['--token-fields', 'scope=[tag]'], /^[^\n]*not valid JSON[^\n]*\n$/],
    [['--gateway', 'status=404,at=once'], /^--gateway: [^\n]*"at"[^\n]*\n$/],
    [['--gateway', 'status=204'], /^--gateway: must be a status with a body[^\n]*\n$/],
    [['5'], /^Unexpected argument '5'[^\n]*\n$/],
    [['--port'], /^[^\n]*--port[^\n]*\n$/],
  ] as const) {
    it(`refuses ${args.join(' ')} with one line and code 2`, async () => {
      const ended = await run(...args);
      assert.equal(ended.code, 2);
      assert.equal(ended.output, '');
      assert.match(ended.problem, problem);
    });
  }

  it('says in one line that the port is taken, with code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const address = z.object({ port: z.int() }).parse(server.address());
      const ended = await run('--port', String(address.port));
      assert.equal(ended.code, 1);
      assert.match(ended.problem, /^[^\n]*EADDRINUSE[^\n]*\n$/);
    } finally {
      server.close();
    }
  });

  it('shows its pages in the language that it is asked for', async () => {
    const reader = createInterface({
      input: start('--port', '0', '--labels', '1', '--language', 'zh-cn').stdout,
    });
    const lines = await once(reader, 'line');
    const sandbox = announcementSchema.parse(JSON.parse(String(lines[0])));
    const pages = [
      authorizeUrl(sandbox),
      authorizeUrl(sandbox, { client_id: 'another' }),
      authorizeUrl(sandbox, { redirect_uri: 'https://another.example' }),
      new URL(`${sandbox.baseUrl}/relay`),
    ];
    for (const url of pages) {
      const page = await (await fetch(url)).text();
      assert.match(page, /<html lang="zh-cn">/);
      assert.match(page, />沙盒</);
      // What is left of a page without its markup, the names in its lists, and code.
      const words = page.replaceAll(/<style>.*?<\/style>|<option.*?<\/option>|<[^>]*>/gs, ' ');
      assert.doesNotMatch(words, /[a-z]{2,} [a-z]{2,}/);
    }
    const pressed = await fetch(authorizeUrl(sandbox), { method: 'POST' });
    assert.match(await pressed.text(), /请按“批准”或“拒绝”/);
  });

  it('says in one line that it has no translation into a language, with code 1', async () => {
    const ended = await run('--language', 'xx');
    assert.equal(ended.code, 1);
    assert.match(ended.problem, /^[^\n]*bundle\.l10n\.xx\.json[^\n]*\n$/);
  });

  it('prints its usage', async () => {
    const { code, output } = await run('--help');
    assert.equal(code, 0);
    assert.match(
      output,
      /--access-token-ttl N\n +life of an access token in seconds \(default 1800\)/,
    );
  });

  it('has a flag for every option', () => {
    const commandLine = readCommandLine(
      [
        '--port 8080 --labels 1 --tenants 2 --users 3 --seed 4 --latency 5 --access-token-ttl 6',
        '--refresh-token-ttl 7 --page-limit 8 --page-size 9 --unauthorized envelope',
        '--unauthorized-code 10086 --api-errors http --token-errors html --token-error-code 40001 --refresh-token-reuse revoke',
        '--scope-separator space --label-scope tag --update-data null --redirect-uris a://b',
        '--redirect-uris c://d --relay-origins https://a.example --fail-update-ids 10',
        '--odd-labels --language zh-cn --client-id a+b --odd-codes --link-scanner --errors-without-state --token-fields expires_in=0 --token-fields a=["="]',
        '--lost-scopes people --missing-token-fields jti --token-envelope --token-latency 11 --ignore-update-ids 12',
        '--normalize-names --late-modified-by --list-lag 13 --list-lag-reads 14',
        '--unstable-order 15 --requests-per-minute 16 --retry-after date --latency-variation 18',
        '--gateway endpoint=token,when=after,status=404,body=envelope,code=-2,message=a=b,times=1',
        '--gateway retryAfter=17,location=https://new.example/?a=b --integers text --identifiers number --charset gbk',
        '--content-type text/plain;charset=GBK --byte-order-mark',
      ].flatMap((line) => line.split(' ')),
    );
    assert.deepEqual(commandLine, {
      kind: 'start',
      options: {
        port: 8080,
        language: 'zh-cn',
        labels: 1,
        tenants: 2,
        users: 3,
        seed: 4,
        latency: 5,
        latencyVariation: 18,
        accessTokenTtl: 6,
        refreshTokenTtl: 7,
        pageLimit: 8,
        pageSize: 9,
        unauthorized: 'envelope',
        unauthorizedCode: 10_086,
        apiErrors: 'http',
        tokenErrors: 'html',
        tokenErrorCode: 40_001,
        refreshTokenReuse: 'revoke',
        scopeSeparator: 'space',
        labelScope: 'tag',
        updateData: 'null',
        integers: 'text',
        identifiers: 'number',
        charset: 'gbk',
        contentType: 'text/plain;charset=GBK',
        byteOrderMark: true,
        redirectUris: ['a://b', 'c://d'],
        relayOrigins: ['https://a.example'],
        failUpdateIds: ['10'],
        oddLabels: true,
        clientId: 'a+b',
        oddCodes: true,
        linkScanner: true,
        errorsWithoutState: true,
        tokenFields: { expires_in: 0, a: ['='] },
        lostScopes: ['people'],
        missingTokenFields: ['jti'],
        tokenEnvelope: true,
        tokenLatency: 11,
        ignoreUpdateIds: ['12'],
        normalizeNames: true,
        lateModifiedBy: true,
        listLag: 13,
        listLagReads: 14,
        unstableOrder: 15,
        requestsPerMinute: 16,
        retryAfter: 'date',
        gateway: [
          {
            endpoint: 'token',
            when: 'after',
            status: 404,
            body: 'envelope',
            code: -2,
            message: 'a=b',
            times: 1,
          },
          {
            endpoint: 'any',
            when: 'before',
            status: 502,
            body: 'spring',
            code: -1,
            message: 'system busy',
            location: 'https://new.example/?a=b',
            retryAfter: 17,
          },
        ],
      },
    });
  });
});
