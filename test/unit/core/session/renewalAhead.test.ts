import assert from 'node:assert/strict';
import { FakeClock } from '../../../support/fakeClock.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import { until } from '../../../support/until.ts';

const minute = 60_000;

describe('renewal ahead of need', () => {
  it('does nothing while nobody asks', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes }) => {
      const clock = new FakeClock();
      await openWindow({ clock }).signIn();
      clock.advance(40 * minute);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(clock.waiting, 0);
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
    });
  });

  it('renews ahead of need, without a wait, from 80 % of the life on', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy, refreshes }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock, jitter: 0.5 });
      const { account } = await window.signIn();
      const before = await window.stored(account.id);
      clock.advance(23.9 * minute);
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      clock.advance(0.2 * minute);
      // The renewal cannot come to an end, and the call does.
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'hangBeforeForwarding' };
      await window.call(account.id);
      const token = await window.renewal.current(account.id);
      assert.equal(token.accessToken, before.accessToken);
      await until(() => proxy.faultCount === 1);
    });
  });

  it('leaves a failing token endpoint alone for a while, as long as a token lives', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy, refreshes }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'answer', status: 429, headers: { 'retry-after': '40' } };
      clock.advance(28.1 * minute);
      for (let request = 0; request < 5; request++) {
        await window.call(account.id);
      }
      assert.equal(proxy.faultCount, 1);
      clock.advance(39_000);
      await window.call(account.id);
      assert.equal(proxy.faultCount, 1);
      proxy.fault = { kind: 'pass' };
      clock.advance(2000);
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('renews before a request with less than 2 minutes left, and after sleep', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes }) => {
      const clock = new FakeClock();
      const window = openWindow({ clock });
      const { account } = await window.signIn();
      clock.advance(28.1 * minute);
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      clock.setWallClock(8 * 60 * minute);
      const { generation } = await window.renewal.current(account.id);
      assert.equal(generation, 3);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
      await window.call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });

  for (const minutes of [-10, 10]) {
    it(`works with a clock that is set by ${minutes} minutes, here and in another window`, async () => {
      await withSessionEnvironment({}, async ({ sandbox, openWindow, refreshes }) => {
        const clock = new FakeClock();
        const window = openWindow({ clock });
        const { account } = await window.signIn();
        clock.setWallClock(minutes * minute);
        const other = openWindow({ clock });
        for (let round = 0; round < 3; round++) {
          clock.advance(10 * minute);
          await Promise.all([window.call(account.id), other.call(account.id)]);
        }
        assert.ok(refreshes().ok <= 2, String(refreshes().ok));
        // However long the token was taken to live: once refused, it is renewed.
        sandbox.control.expireAccessTokens();
        await Promise.all([window.call(account.id), other.call(account.id)]);
        assert.equal(refreshes().refused, 0);
      });
    });
  }
});
