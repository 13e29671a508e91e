import assert from 'node:assert/strict';
import * as z from 'zod';
import { isLabelId } from '../../../../src/core/account/labelAddress.ts';
import type { ApiClient } from '../../../../src/core/api/apiClient.ts';
import { listLabels, updateLabel } from '../../../../src/core/api/labelEndpoints.ts';
import { callTestEndpoint } from '../../../../src/core/api/testEndpoint.ts';
import { UnauthorizedCodes } from '../../../../src/core/api/unauthorizedCodes.ts';
import { ApiError } from '../../../../src/core/errors/apiError.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { NetworkError } from '../../../../src/core/errors/networkError.ts';
import { RateLimitedError } from '../../../../src/core/errors/rateLimitedError.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { TimeoutError } from '../../../../src/core/errors/timeoutError.ts';
import type { SandboxOptions } from '../../../../src/sandbox/options.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';

interface SignedIn extends SessionEnvironment {
  readonly window: SessionWindow;
  readonly client: ApiClient;
}

async function signedIn(
  options: Partial<SandboxOptions>,
  test: (environment: SignedIn) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment(options, async (environment) => {
    const window = environment.openWindow();
    const { account } = await window.signIn();
    await test({ ...environment, window, client: window.client(account.id) });
  });
}

const list = '/api/v2/label/list';

function renewals({ sandbox }: SessionEnvironment): number {
  return sandbox.control.tokenCalls().filter(({ grantType }) => grantType === 'refresh_token')
    .length;
}

describe('ApiClient', () => {
  it('calls the test endpoint as the user and tenant of the session', async () => {
    await signedIn({}, async ({ client }) => {
      assert.deepEqual(await callTestEndpoint(client), {
        tenantId: 'acme-europe',
        userId: 'hr-administrator',
        scopes: ['tag'],
      });
    });
  });

  it('takes no page with more records than anybody asks for', async () => {
    await signedIn({ labels: 20_001, tenants: 1, pageLimit: 30_000 }, async ({ client }) => {
      assert.equal((await listLabels(client, { current: 1, size: 20_000 })).records.length, 20_000);
      await assert.rejects(listLabels(client, { current: 1, size: 30_000 }), ResponseSchemaError);
    });
  });

  it('lists and filters labels, and leaves empty parameters out', async () => {
    // The sandbox refuses empty parameters.
    await signedIn({}, async ({ client, sandbox }) => {
      const page = await listLabels(client, { q: '', labelCode: '', current: 2, size: 10 });
      assert.deepEqual([page.total, page.current, page.records.length], [30, 2, 10]);
      const expected = sandbox.control.labels('acme-europe').slice(10, 20);
      assert.deepEqual(
        page.records.map((read) => read.kind === 'label' && read.label.record),
        expected,
      );
      const [first] = expected;
      assert.ok(first);
      const found = await listLabels(client, { labelCode: first.labelCode, current: 1, size: 10 });
      assert.ok(found.records.some((read) => read.kind === 'label' && read.label.id === first.id));
    });
  });

  it('sends what is to change, and only that', async () => {
    await signedIn({ updateData: 'null' }, async ({ client, sandbox }) => {
      const page = await listLabels(client, { current: 1, size: 1 });
      const [read] = page.records;
      assert.ok(read?.kind === 'label');
      await updateLabel(client, read.label.id, { labelName: 'Ümläut & Co', labelCode: '' });
      const [stored] = sandbox.control.labels('acme-europe');
      assert.equal(stored?.labelName, 'Ümläut & Co');
      assert.equal(stored.labelCode, read.label.labelCode);
    });
  });

  it('sends a status of 0', async () => {
    await signedIn({}, async ({ client, sandbox }) => {
      const page = await listLabels(client, { current: 1, size: 1 });
      const [read] = page.records;
      assert.ok(read?.kind === 'label');
      await updateLabel(client, read.label.id, { labelStatus: 1 });
      await updateLabel(client, read.label.id, { labelStatus: 0 });
      assert.equal(sandbox.control.labels('acme-europe')[0]?.labelStatus, 0);
    });
  });

  for (const charset of ['GBK', 'iso-8859-1', 'utf-16be', 'utf-8'] as const) {
    it(`keeps every letter of labels that come in ${charset}`, async () => {
      const contentType = `application/json;charset=${charset}`;
      await signedIn({ charset, contentType, oddLabels: true }, async ({ client, sandbox }) => {
        const page = await listLabels(client, { current: 1, size: 30 });
        assert.deepEqual(
          page.records.map((read) => read.kind === 'label' && read.label.record),
          sandbox.control.labels('acme-europe'),
        );
      });
    });
  }

  it('reads no label of a list that cannot be decoded, so that none can be sent altered', async () => {
    await signedIn({}, async ({ client, sandbox }) => {
      const [label] = sandbox.control.labels('acme-europe');
      assert.ok(label !== undefined && isLabelId(label.id));
      await updateLabel(client, label.id, { labelName: 'Müller' });
      sandbox.control.setOption({ charset: 'iso-8859-1' });
      await assert.rejects(
        listLabels(client, { current: 1, size: 30 }),
        (error) => error instanceof ResponseSchemaError && error.message.includes('utf-8'),
      );
    });
  });

  it('takes identifiers that are numbers and integers that are texts, and sends what is documented', async () => {
    const options = { identifiers: 'number', integers: 'text' } as const;
    await signedIn(options, async ({ client, sandbox, window }) => {
      const [session] = await window.store.list();
      assert.match(session?.tenantId ?? '', /^\d{16}$/);
      const page = await listLabels(client, { current: 1, size: 1 });
      assert.equal(page.total, 30);
      const [read] = page.records;
      const [stored] = sandbox.control.labels('acme-europe');
      assert.ok(read?.kind === 'label' && stored !== undefined);
      assert.deepEqual(read.label.record, stored);
      // The sandbox takes a text for the id, and a number for the status.
      await updateLabel(client, read.label.id, { labelStatus: 7 });
      assert.equal(sandbox.control.labels('acme-europe')[0]?.labelStatus, 7);
    });
  });

  it('shows the record that breaks the schema beside those that do not', async () => {
    await signedIn({}, async ({ client, proxy }) => {
      const records = [{ id: 1.5 }, { id: '2', extra: { x: null } }, null];
      const body = JSON.stringify({ code: 0, message: null, data: { records, total: 'x' } });
      proxy.fault = { kind: 'answer', status: 200, body };
      const page = await listLabels(client, { current: 1, size: 10 });
      assert.deepEqual(
        page.records.map(({ kind }) => kind),
        ['unreadable', 'label', 'unreadable'],
      );
      assert.equal(page.total, undefined);
    });
  });

  for (const unauthorized of ['http', 'envelope'] as const) {
    it(`renews a token that is refused by ${unauthorized}, and repeats the request once`, async () => {
      await signedIn({ unauthorized }, async ({ client, sandbox, refreshes }) => {
        sandbox.control.expireAccessTokens();
        const page = await listLabels(client, { current: 1, size: 10 });
        assert.equal(page.records.length, 10);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
        assert.equal(sandbox.control.requests()[`GET ${list}`], 2);
      });
    });

    it(`repeats a request once only, where every token is refused by ${unauthorized}`, async () => {
      await signedIn({ unauthorized }, async ({ client, proxy, refreshes }) => {
        const body = JSON.stringify({ code: 401, message: 'Not accepted', data: {} });
        proxy.path = list;
        proxy.fault = { kind: 'answer', status: unauthorized === 'http' ? 401 : 200, body };
        await assert.rejects(listLabels(client, { current: 1, size: 10 }), ApiError);
        assert.equal(proxy.faultCount, 2);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      });
    });
  }

  it('takes an unknown failure for an expired token once the token has expired, not before', async () => {
    await signedIn({}, async ({ openWindow, proxy, refreshes }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn({ tenant: 'acme-asia' });
      const client = window.client(account.id);
      proxy.path = '/api/v1/test/index';
      const failLater = (milliseconds: number): void => {
        const change = (): string => {
          clock.advance(milliseconds);
          proxy.fault = { kind: 'pass' };
          return JSON.stringify({ code: 90_001, message: 'Failed', data: {} });
        };
        proxy.fault = { kind: 'garble', change };
      };
      failLater(1000);
      await assert.rejects(callTestEndpoint(client), ApiError);
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      failLater(1_800_000);
      await callTestEndpoint(client);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  for (const [said, status, body] of [
    ['a gateway', 502, ''],
    ['a gateway that uses the envelope', 504, JSON.stringify({ code: -1, message: 'Busy' })],
    ['a firewall', 403, '<html></html>'],
    ['a redirect', 303, ''],
    ['somebody that speaks no envelope', 200, '<html></html>'],
  ] as const) {
    it(`does not send an update twice that ${said} answers while the token expires`, async () => {
      await signedIn({}, async ({ openWindow, proxy, refreshes, sandbox }) => {
        const clock = new FakeClock();
        const window = openWindow({ clock });
        const { account } = await window.signIn({ tenant: 'acme-asia' });
        const client = window.client(account.id);
        const [label] = sandbox.control.labels('acme-asia');
        assert.ok(label !== undefined && isLabelId(label.id));
        proxy.path = '/api/v2/label/update';
        const change = (): string => {
          clock.advance(1_800_000);
          return body;
        };
        proxy.fault = { kind: 'garble', change, status };
        const failure = status === 200 ? ResponseSchemaError : ApiError;
        await assert.rejects(updateLabel(client, label.id, { labelName: 'Once' }), failure);
        assert.equal(sandbox.control.requests()['POST /api/v2/label/update'], 1);
        assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      });
    });
  }

  describe('a token that is refused by a code that nobody knows', () => {
    const options = { unauthorized: 'envelope', unauthorizedCode: 10_086 } as const;
    it('is renewed once a person asks again, and without that from then on', async () => {
      await signedIn(options, async (environment) => {
        const { sandbox, window } = environment;
        const codes = new UnauthorizedCodes(() => [401]);
        const learned: number[] = [];
        codes.onDidLearn((code) => learned.push(code));
        const [session] = await window.sessions.sessions();
        assert.ok(session);
        const client = window.client(session.account.id, codes);
        sandbox.control.expireAccessTokens();
        for (let time = 0; time < 3; time++) {
          await assert.rejects(callTestEndpoint(client), ApiError);
        }
        assert.deepEqual([renewals(environment), learned], [0, []]);
        client.noteUserRetry();
        await callTestEndpoint(client);
        assert.deepEqual([renewals(environment), learned], [1, [10_086]]);
        sandbox.control.expireAccessTokens();
        await callTestEndpoint(client);
        assert.deepEqual([renewals(environment), learned], [2, [10_086]]);
      });
    });

    it('is renewed once for all that are refused together', async () => {
      await signedIn(options, async (environment) => {
        const { client, sandbox } = environment;
        sandbox.control.expireAccessTokens();
        await assert.rejects(callTestEndpoint(client), ApiError);
        client.noteUserRetry();
        await Promise.all([1, 2, 3].map(async () => await callTestEndpoint(client)));
        assert.equal(renewals(environment), 1);
      });
    });

    it('is renewed once and no more where that does not help', async () => {
      await signedIn({}, async (environment) => {
        const { client, proxy } = environment;
        proxy.path = '/api/v1/test/index';
        proxy.fault = { kind: 'answer', status: 200, body: '{"code":-1,"message":"system busy"}' };
        for (let time = 0; time < 3; time++) {
          await assert.rejects(callTestEndpoint(client), /system busy/);
          client.noteUserRetry();
        }
        await assert.rejects(callTestEndpoint(client), /system busy/);
        assert.equal(renewals(environment), 1);
      });
    });

    it('is not renewed where other calls work', async () => {
      await signedIn({}, async (environment) => {
        const { client, proxy } = environment;
        proxy.path = '/api/v1/test/index';
        proxy.fault = { kind: 'answer', status: 200, body: '{"code":10086,"message":"no"}' };
        for (let time = 0; time < 3; time++) {
          await assert.rejects(callTestEndpoint(client), ApiError);
          await listLabels(client, { current: 1, size: 1 });
          client.noteUserRetry();
        }
        assert.equal(renewals(environment), 0);
      });
    });
  });

  it('does not repeat other failures', async () => {
    await signedIn({}, async ({ client, proxy, refreshes }) => {
      proxy.path = list;
      const request = { current: 1, size: 10 };
      const cases = [
        [{ kind: 'answer', status: 500 }, ApiError],
        [{ kind: 'answer', status: 403, body: '<html>' }, ApiError],
        [{ kind: 'answer', status: 429 }, RateLimitedError],
        [{ kind: 'answer', status: 200, body: '<html>Log in</html>' }, ResponseSchemaError],
        [{ kind: 'garble', change: (body: string) => body.slice(0, 20) }, ResponseSchemaError],
      ] as const;
      for (const [fault, expected] of cases) {
        proxy.faultCount = 0;
        proxy.fault = fault;
        await assert.rejects(listLabels(client, request), expected);
        assert.equal(proxy.faultCount, 1);
      }
      // The transport has asked again before.
      proxy.fault = { kind: 'resetAfterForwarding' };
      await assert.rejects(listLabels(client, request), NetworkError);
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
    });
  });

  it('does not repeat a request that was not answered in time', async () => {
    await signedIn({}, async ({ openWindow, proxy, window }) => {
      const { account } = await window.signIn();
      const client = openWindow({ timeout: 1000 }).client(account.id);
      proxy.path = list;
      proxy.fault = { kind: 'hangAfterForwarding' };
      await assert.rejects(listLabels(client, { current: 1, size: 10 }), TimeoutError);
      assert.equal(proxy.faultCount, 1);
    });
  });

  it('sends no token to where a redirect points', async () => {
    await signedIn({}, async ({ client, proxy }) => {
      await withSessionEnvironment({}, async (elsewhere) => {
        const location = `${elsewhere.sandbox.baseUrl}${list}`;
        proxy.fault = { kind: 'answer', status: 307, headers: { location } };
        await assert.rejects(listLabels(client, { current: 1, size: 1 }), ApiError);
        assert.deepEqual(elsewhere.sandbox.control.requests(), {});
      });
    });
  });

  it('stops when aborted', async () => {
    await signedIn({}, async ({ client, proxy }) => {
      proxy.fault = { kind: 'hangBeforeForwarding' };
      const controller = new AbortController();
      const call = client.call(
        { method: 'GET', path: '/v1/test/index' },
        z.unknown(),
        controller.signal,
      );
      controller.abort();
      await assert.rejects(call, CancelledError);
    });
  });

  it('writes no token into the log', async () => {
    await signedIn({}, async ({ client, sandbox, window }) => {
      sandbox.control.expireAccessTokens();
      await callTestEndpoint(client);
      const [session] = await window.store.list();
      assert.ok(session);
      const text = window.log.lines.join('\n');
      for (const secret of [session.accessToken, session.refreshToken, sandbox.clientSecret]) {
        assert.ok(!text.includes(secret));
      }
      assert.doesNotMatch(text, /[?&](code|state)=/);
    });
  });
});
