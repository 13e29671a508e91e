import assert from 'node:assert/strict';
import { RedactingLog } from '../../../../src/core/log/log.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { approve } from '../../../support/sessionFixture.ts';

/** Answer of a service that refuses a request with `message`. */
function refusalWith(message: string): Response {
  return Response.json({ code: 9, message, data: {} });
}

describe('secrets of the process', () => {
  it('are in no message of the service to another request, and in no entry of the log', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      let message: string | undefined;
      const window = openWindow({
        fetch: async (input, init) =>
          message === undefined ? await fetch(input, init) : refusalWith(message),
      });
      const { account } = await window.signIn();
      const { accessToken, refreshToken } = await window.stored(account.id);
      message = `refresh token ${refreshToken} of client secret ${sandbox.clientSecret}`;
      await assert.rejects(window.call(account.id), {
        code: 'api',
        serverMessage: 'refresh token ••• of client secret •••',
      });
      const target = new CollectingLog();
      const log = new RedactingLog(target, window.liveSecrets);
      log.error(`${accessToken} | ${refreshToken} | ${sandbox.clientSecret}`);
      assert.deepEqual(target.lines, ['••• | ••• | •••']);
    });
  });

  it('include those that were stored before, once they are read', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const { account } = await openWindow().signIn();
      const window = openWindow({
        fetch: async () => await Promise.resolve(refusalWith(`${refreshToken} said`)),
      });
      const { refreshToken } = await window.stored(account.id);
      await assert.rejects(window.call(account.id), { serverMessage: '••• said' });
      await window.clientSecrets.read(window.connection.baseUrl, window.connection.clientId);
      assert.equal(window.liveSecrets.mask(sandbox.clientSecret), '•••');
    });
  });

  it('include the code and the state of a sign-in, and tokens that were replaced or deleted', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const attempt = await window.authorizationCodeFlow.begin(window.signInRequest());
      const state = new URL(attempt.authorizationUrl).searchParams.get('state') ?? '';
      assert.equal(window.liveSecrets.mask(`state ${state}`), 'state •••');
      const { account } = await window.signIn();
      const before = await window.stored(account.id);
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      const after = await window.stored(account.id);
      assert.notEqual(after.refreshToken, before.refreshToken);
      await window.sessions.remove(account.id);
      assert.equal(
        window.liveSecrets.mask(
          [before.refreshToken, before.accessToken, after.refreshToken, after.handoverKey].join(
            ' ',
          ),
        ),
        '••• ••• ••• •••',
      );
    });
  });

  it('include all that a request for tokens or to the API sends', async () => {
    const secretFields = new Set(['code', 'client_secret', 'refresh_token']);
    await withSessionEnvironment({}, async ({ openWindow }) => {
      let repeats = false;
      const window = openWindow({
        fetch: async (input, init) => {
          if (!repeats) {
            return await fetch(input, init);
          }
          const form = init?.body instanceof FormData ? [...init.body] : [];
          const secrets = form.flatMap(([name, value]) =>
            secretFields.has(name) && typeof value === 'string' ? [value] : [],
          );
          const authorization = new Headers(init?.headers).get('authorization') ?? '';
          return refusalWith(`${secrets.join(', ')}${authorization.replace('Bearer ', '')}`);
        },
      });
      const { account } = await window.signIn();
      const { accessToken } = await window.stored(account.id);
      const attempt = await window.authorizationCodeFlow.begin(window.signInRequest());
      const callback = await approve(attempt.authorizationUrl);
      repeats = true;
      await assert.rejects(window.call(account.id), { serverMessage: '•••' });
      const refusal = { message: /: “?•••, •••”? \(9\)/ };
      await assert.rejects(window.renewal.renewed(account.id, accessToken), refusal);
      const ended = assert.rejects(attempt.wait(), refusal);
      await window.authorizationCodeFlow.finish(callback);
      await ended;
      const state = new URL(attempt.authorizationUrl).searchParams.get('state') ?? '';
      assert.equal(window.liveSecrets.mask(state), '•••');
    });
  });
});
