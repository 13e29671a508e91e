import assert from 'node:assert/strict';
import { EndOfSessionWarning } from '../../../src/accounts/endOfSessionWarning.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface WarningEnvironment {
  readonly clock: FakeClock;
  readonly window: SessionWindow;
  /** The tenants that were warned of, in their order. */
  readonly warned: string[];
}

/** A window in which somebody has signed in to two tenants. */
async function withWarning(
  test: (environment: WarningEnvironment) => Promise<void>,
): Promise<void> {
  const clock = new FakeClock();
  await withSessionEnvironment(
    {},
    async ({ openWindow }) => {
      const window = openWindow({ clock });
      const warned: string[] = [];
      const warning = new EndOfSessionWarning({
        sessions: window.sessions,
        clock,
        warn: ({ account }) => warned.push(account.tenantId),
      });
      try {
        await window.signIn();
        await window.signIn({ tenant: 'acme-asia' });
        await test({ clock, window, warned });
      } finally {
        warning.dispose();
      }
    },
    () => clock.now(),
  );
}

describe('EndOfSessionWarning', () => {
  it('warns once of each account, 3 days before 30 days have passed without a renewal', async () => {
    await withWarning(async ({ clock, warned }) => {
      clock.advance(27 * day - minute);
      assert.deepEqual(warned, []);
      for (let hour = 0; hour < 48; hour++) {
        clock.advance(60 * minute);
      }
      assert.equal(warned.length, 2);
      assert.deepEqual(new Set(warned), new Set(['acme-asia', 'acme-europe']));
      await Promise.resolve();
    });
  });

  it('warns of none that is used, ended or signed out', async () => {
    await withWarning(async ({ clock, warned, window }) => {
      clock.advance(26 * day);
      const [first, second] = await window.sessions.sessions();
      assert.ok(first !== undefined && second !== undefined);
      await window.sessions.accessToken(first.account.id);
      await window.sessions.remove(second.account.id);
      clock.advance(2 * day);
      assert.deepEqual(warned, []);
      clock.advance(27 * day);
      assert.deepEqual(warned, [first.account.tenantId]);
    });
  });

  it('says nothing of one that has ended already', async () => {
    await withWarning(async ({ clock, warned }) => {
      clock.advance(31 * day);
      assert.deepEqual(warned, []);
      await Promise.resolve();
    });
  });
});
