import assert from 'node:assert/strict';
import { AuthorizationResponseError } from '../../../../src/core/errors/authorizationResponseError.ts';
import { CallbackValidationError } from '../../../../src/core/errors/callbackValidationError.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { ConfigurationError } from '../../../../src/core/errors/configurationError.ts';
import { NetworkError } from '../../../../src/core/errors/networkError.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import type { SessionReplacement } from '../../../../src/core/session/authorizationCodeFlow.ts';
import { begin, exchanges, fault } from '../../../support/begunSignIn.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { approve, decide, redirectUri } from '../../../support/sessionFixture.ts';
import { until } from '../../../support/until.ts';

describe('AuthorizationCodeFlow', () => {
  it('leads from the authorize page to a stored session', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      assert.equal(
        await window.authorizationCodeFlow.finish(await approve(authorizationUrl)),
        'handled',
      );
      const session = await ended;
      assert.equal(session.state, 'active');
      assert.equal((await window.stored(session.account.id)).redirectUri, redirectUri);
      const left = [...secrets.values.keys()].filter((key) =>
        key.startsWith(secretKeyPrefixes.pendingAuthorization),
      );
      assert.deepEqual(left, []);
    });
  });

  it('sends the redirect URI to the token endpoint as it is', async () => {
    const odd = 'http://127.0.0.1:53682/callback?a=%41&b';
    await withSessionEnvironment({ redirectUris: [odd] }, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const attempt = await window.authorizationCodeFlow.begin(
        window.signInRequest({ redirectUri: odd }),
      );
      const ended = attempt.wait();
      await window.authorizationCodeFlow.finish(await approve(attempt.authorizationUrl));
      const { account } = await ended;
      sandbox.control.expireAccessTokens();
      const { accessToken } = await window.stored(account.id);
      assert.equal((await window.renewal.renewed(account.id, accessToken)).redirectUri, odd);
    });
  });

  for (const agrees of [true, false]) {
    it(`asks before it replaces the session of another app: ${agrees ? 'agreed' : 'not agreed'}`, async () => {
      await withSessionEnvironment({}, async ({ openWindow }) => {
        const asked: SessionReplacement[] = [];
        const mayReplace = (replacement: SessionReplacement): boolean => {
          asked.push(replacement);
          return agrees;
        };
        const window = openWindow({ mayReplace });
        const { account } = await window.signIn({ scopes: ['people'] });
        const own = await window.stored(account.id);
        const ofReader = { ...own, clientId: 'reader', connectionName: 'Reader' };
        await window.store.write(ofReader);
        const again = window.signIn();
        await (agrees ? again : assert.rejects(again, CancelledError));
        const [replacement, ...others] = asked;
        assert.equal(replacement?.replaced.connectionName, 'Reader');
        assert.deepEqual(replacement.replaced.scopes, ['people']);
        assert.deepEqual([replacement.connectionName, replacement.scopes], ['Sandbox', ['tag']]);
        assert.deepEqual(others, []);
        const now = await window.stored(account.id);
        if (agrees) {
          assert.deepEqual([now.clientId, now.scopes], [own.clientId, ['tag']]);
        } else {
          assert.deepEqual(now, ofReader);
        }
      });
    });
  }

  it('asks nothing where the session of another app has ended, or is of another account', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      // Fails if it asks.
      const window = openWindow();
      const { account } = await window.signIn();
      const own = await window.stored(account.id);
      await window.store.write({ ...own, clientId: 'reader' });
      await window.signIn({ tenant: 'acme-asia' });
      await window.store.write({ ...own, clientId: 'reader', state: 'signInNeeded' });
      await window.signIn();
      assert.equal((await window.stored(account.id)).clientId, own.clientId);
    });
  });

  it('needs the client secret before anybody is sent to the browser', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox, secrets }) => {
      secrets.values.clear();
      await assert.rejects(openWindow().signIn(), ConfigurationError);
      assert.deepEqual(sandbox.control.requests(), {});
    });
  });

  it('ignores a callback that comes again, later or at the same time', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      const callback = await approve(authorizationUrl);
      const receipts = await Promise.all([
        window.authorizationCodeFlow.finish(callback),
        window.authorizationCodeFlow.finish(callback),
      ]);
      assert.deepEqual(receipts.toSorted(), ['handled', 'ignored']);
      await ended;
      assert.equal(await window.authorizationCodeFlow.finish(callback), 'ignored');
      await assert.rejects(
        openWindow().authorizationCodeFlow.finish(callback),
        fault('unknownState'),
      );
      assert.equal(exchanges(sandbox.control.tokenCalls()), 1);
      assert.equal((await window.sessions.sessions()).length, 1);
    });
  });

  it('keeps two attempts at once apart, whichever ends first', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const first = await begin(window);
      const second = await begin(window);
      assert.notEqual(first.state, second.state);
      await window.authorizationCodeFlow.finish(
        await approve(second.authorizationUrl, { tenant: 'acme-asia' }),
      );
      assert.equal((await second.ended).account.tenantId, 'acme-asia');
      await window.authorizationCodeFlow.finish(await approve(first.authorizationUrl));
      assert.equal((await first.ended).account.tenantId, 'acme-europe');
    });
  });

  it('ends when cancelled, and ignores the callback that comes then', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox, secrets }) => {
      const window = openWindow();
      const controller = new AbortController();
      const { authorizationUrl, ended } = await begin(window, controller.signal);
      // Nothing else ends it in the time of a test.
      controller.abort();
      await assert.rejects(ended, CancelledError);
      await assert.rejects(
        window.authorizationCodeFlow.finish(await approve(authorizationUrl)),
        fault('unknownState'),
      );
      assert.equal(exchanges(sandbox.control.tokenCalls()), 0);
      assert.equal([...secrets.values.keys()].filter((key) => key.includes('pending')).length, 0);
    });
  });

  it('adds no session when it is cancelled while the code is exchanged', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy }) => {
      const window = openWindow();
      const controller = new AbortController();
      const { authorizationUrl, ended } = await begin(window, controller.signal);
      const callback = await approve(authorizationUrl);
      const answered = Promise.withResolvers<void>();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'delayAnswer', until: answered.promise };
      const finished = window.authorizationCodeFlow.finish(callback);
      controller.abort();
      await assert.rejects(ended, CancelledError);
      answered.resolve();
      await finished;
      assert.deepEqual(await window.sessions.sessions(), []);
    });
  });

  it('leaves no timer behind', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const controller = new AbortController();
      const { ended } = await begin(window, controller.signal);
      controller.abort();
      await assert.rejects(ended, CancelledError);
      await window.signIn();
      assert.equal(clock.waiting, 0);
    });
  });

  it('ends after 15 minutes: the 5 of a code begin with the approval', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { authorizationUrl, ended } = await begin(window);
      clock.advance(15 * 60_000 - 1);
      assert.equal(clock.waiting, 1);
      const callback = await approve(authorizationUrl);
      clock.advance(1);
      await assert.rejects(ended, fault('expired'));
      await assert.rejects(window.authorizationCodeFlow.finish(callback), fault('unknownState'));
      assert.equal(exchanges(sandbox.control.tokenCalls()), 0);
    });
  });

  it('succeeds where the approval takes long', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { authorizationUrl, ended } = await begin(window);
      clock.advance(14 * 60_000);
      await window.authorizationCodeFlow.finish(await approve(authorizationUrl));
      assert.equal((await ended).state, 'active');
    });
  });

  it('succeeds where the approval is in time, and the exchange of the code is not', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { authorizationUrl, ended } = await begin(window);
      clock.advance(15 * 60_000 - 1);
      const callback = await approve(authorizationUrl);
      const answered = Promise.withResolvers<void>();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'delayAnswer', until: answered.promise };
      const finished = window.authorizationCodeFlow.finish(callback);
      await until(() => proxy.faultCount === 1);
      clock.advance(60_000);
      answered.resolve();
      await finished;
      assert.equal((await ended).state, 'active');
    });
  });

  it('does not exchange a code that comes too late to another window', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const clock = new FakeClock();
      const attempt = await openWindow({ clock }).authorizationCodeFlow.begin(
        openWindow().signInRequest(),
      );
      const callback = await approve(attempt.authorizationUrl);
      clock.setWallClock(15 * 60_000 + 1);
      await assert.rejects(
        openWindow({ clock }).authorizationCodeFlow.finish(callback),
        CallbackValidationError,
      );
      assert.equal(exchanges(sandbox.control.tokenCalls()), 0);
    });
  });

  it('is finished by whichever window receives the callback', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const other = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      assert.equal(
        await other.authorizationCodeFlow.finish(await approve(authorizationUrl)),
        'handled',
      );
      const session = await ended;
      assert.equal((await other.sessions.sessions())[0]?.account.id, session.account.id);
      await assert.rejects(
        window.authorizationCodeFlow.finish(`${redirectUri}?code=x&state=y`),
        fault('unknownState'),
      );
    });
  });

  it('is finished by a window that was opened when the one that began it had closed', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const attempt = await window.authorizationCodeFlow.begin(window.signInRequest());
      window.dispose();
      const other = openWindow();
      assert.equal(
        await other.authorizationCodeFlow.finish(await approve(attempt.authorizationUrl)),
        'handled',
      );
      assert.equal((await other.sessions.sessions()).length, 1);
    });
  });

  it('shows a failure once: in the window that received the callback', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      const denied = openWindow().authorizationCodeFlow.finish(
        await decide(authorizationUrl, 'deny'),
      );
      await assert.rejects(denied, AuthorizationResponseError);
      await assert.rejects(ended, CancelledError);
    });
  });

  it('fails if the code cannot be exchanged, and the next attempt succeeds', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      const callback = await approve(authorizationUrl);
      proxy.fault = { kind: 'resetBeforeForwarding' };
      await window.authorizationCodeFlow.finish(callback);
      await assert.rejects(ended, NetworkError);
      proxy.fault = { kind: 'pass' };
      await window.signIn();
    });
  });

  it('ends as it ended even if the keyring fails at the end', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow();
      const controller = new AbortController();
      const { ended } = await begin(window, controller.signal);
      secrets.faults.add('get').add('delete');
      controller.abort();
      await assert.rejects(ended, CancelledError);
    });
  });

  it('writes neither code nor state into the log', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const { authorizationUrl, ended, state } = await begin(window);
      const callback = await approve(authorizationUrl);
      const code = new URL(callback).searchParams.get('code') ?? '';
      await window.authorizationCodeFlow.finish(callback);
      await window.authorizationCodeFlow.finish(callback);
      await ended;
      const text = window.log.lines.join('\n');
      assert.ok(code !== '' && !text.includes(code) && !text.includes(state));
    });
  });
});
