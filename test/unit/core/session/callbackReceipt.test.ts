import assert from 'node:assert/strict';
import { AuthorizationResponseError } from '../../../../src/core/errors/authorizationResponseError.ts';
import { CallbackValidationError } from '../../../../src/core/errors/callbackValidationError.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { secretKeyPrefixes } from '../../../../src/core/secrets/secretStore.ts';
import { begin, exchanges, fault } from '../../../support/begunSignIn.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { approve, decide, redirectUri } from '../../../support/sessionFixture.ts';

describe('AuthorizationCodeFlow, when a callback comes that is not an approval', () => {
  it('tells of an unknown or altered state, uses nothing of it, and the attempt goes on', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const { authorizationUrl, ended, state } = await begin(window);
      const callback = await approve(authorizationUrl);
      for (const other of ['unknown', `${state}x`, state.slice(1), state.toUpperCase()]) {
        const altered = callback.replace(state, other);
        await assert.rejects(window.authorizationCodeFlow.finish(altered), fault('wrongState'));
        const refused = `${redirectUri}?error=access_denied&state=${other}`;
        await assert.rejects(window.authorizationCodeFlow.finish(refused), fault('wrongState'));
      }
      await assert.rejects(
        window.authorizationCodeFlow.finish(callback.replace(/state=[^&]*/, '')),
        CallbackValidationError,
      );
      assert.equal(exchanges(sandbox.control.tokenCalls()), 0);
      await window.authorizationCodeFlow.finish(callback);
      await ended;
    });
  });

  it('ends the attempt if its answer comes when nothing is stored of it any more', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      for (const key of secrets.values.keys()) {
        if (key.startsWith(secretKeyPrefixes.pendingAuthorization)) {
          await secrets.delete(key);
        }
      }
      await window.authorizationCodeFlow.finish(await approve(authorizationUrl));
      await assert.rejects(ended, fault('unknownState'));
    });
  });

  it('ends the attempt if the user refuses, in every spelling of that', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const denied = await begin(window);
      await window.authorizationCodeFlow.finish(await decide(denied.authorizationUrl, 'deny'));
      await assert.rejects(
        denied.ended,
        (error) =>
          error instanceof AuthorizationResponseError && error.serverError === 'access_denied',
      );
      for (const spelling of [
        'error=server_error',
        'error',
        'Error=x',
        'error=a&error=b',
        'error=&code=c',
      ]) {
        const { ended, state } = await begin(window);
        const callback = `${redirectUri}?${spelling}&state=${state}`;
        assert.equal(await window.authorizationCodeFlow.finish(callback), 'handled');
        await assert.rejects(ended, AuthorizationResponseError);
        await assert.rejects(window.authorizationCodeFlow.finish(callback), fault('unknownState'));
      }
    });
  });

  describe('for an error without state', () => {
    it('ends the only attempt that waits at its address', async () => {
      await withSessionEnvironment({ errorsWithoutState: true }, async ({ openWindow }) => {
        const window = openWindow();
        for (const loopback of [undefined, 'http://127.0.0.1:53682/callback']) {
          const attempt = await window.authorizationCodeFlow.begin(
            window.signInRequest(loopback === undefined ? {} : { redirectUri: loopback }),
          );
          const elsewhere = await window.authorizationCodeFlow.begin(
            window.signInRequest({ redirectUri: 'https://relay.example.com/back?x=1' }),
          );
          const ended = attempt.wait();
          ended.catch(() => undefined);
          const callback = await decide(attempt.authorizationUrl, 'deny');
          assert.ok(!callback.includes('state='));
          assert.equal(await window.authorizationCodeFlow.finish(callback), 'handled');
          await assert.rejects(
            ended,
            (error) =>
              error instanceof AuthorizationResponseError && error.serverError === 'access_denied',
          );
          await assert.rejects(window.authorizationCodeFlow.finish(callback), fault('wrongState'));
          await assert.rejects(elsewhere.wait(AbortSignal.abort()), CancelledError);
          await assert.rejects(
            window.authorizationCodeFlow.finish(callback),
            fault('unknownState'),
          );
        }
      });
    });

    it('ends none of several, and says what the service said', async () => {
      await withSessionEnvironment({ errorsWithoutState: true }, async ({ openWindow }) => {
        const window = openWindow();
        const first = await begin(window);
        const second = await begin(window);
        const refused = await decide(first.authorizationUrl, 'deny');
        await assert.rejects(
          window.authorizationCodeFlow.finish(refused),
          AuthorizationResponseError,
        );
        await window.authorizationCodeFlow.finish(await approve(first.authorizationUrl));
        await first.ended;
        await window.authorizationCodeFlow.finish(await approve(second.authorizationUrl));
        await second.ended;
      });
    });

    it('ends none of another window, and exchanges no code that comes with it', async () => {
      await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
        const window = openWindow();
        const { authorizationUrl, ended, state } = await begin(window);
        const other = openWindow();
        const callback = await approve(authorizationUrl);
        const withoutState = callback.replace(`state=${state}`, 'error=x');
        await assert.rejects(
          other.authorizationCodeFlow.finish(withoutState),
          fault('unknownState'),
        );
        await other.authorizationCodeFlow.finish(callback);
        await ended;
        const last = await begin(window);
        const coded = (await approve(last.authorizationUrl)).replace(/state=[^&]*/, 'error=x');
        await window.authorizationCodeFlow.finish(coded);
        await assert.rejects(last.ended, AuthorizationResponseError);
        assert.equal(exchanges(sandbox.control.tokenCalls()), 1);
      });
    });
  });

  it('refuses the address of the authorize page, and the attempt goes on', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      const { authorizationUrl, ended } = await begin(window);
      await assert.rejects(
        window.authorizationCodeFlow.finish(authorizationUrl),
        fault('authorizePage'),
      );
      await window.authorizationCodeFlow.finish(await approve(authorizationUrl));
      await ended;
    });
  });

  it('ends the attempt for a callback with two codes, and exchanges neither', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      for (const change of [
        (callback: string) => `${callback}&code=other`,
        (callback: string) => callback.replace('?', '?code=other&'),
        (callback: string) => callback.replace('?', '?code=other&').replace('?', '#'),
      ]) {
        const { authorizationUrl, ended } = await begin(window);
        await window.authorizationCodeFlow.finish(change(await approve(authorizationUrl)));
        await assert.rejects(ended, fault('repeatedParameter'));
      }
      assert.equal(exchanges(sandbox.control.tokenCalls()), 0);
    });
  });
});
