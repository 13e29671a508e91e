import { isAccountId } from '../../src/core/account/account.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AccountLock } from '../../src/core/locks/accountLock.ts';

/**
 * A process that holds a lock until it is told to end: `node lockProcess.ts FOLDER ACCOUNT SILENCE`. It writes
 * a line once it holds the lock, and expects so many milliseconds of silence, unless that is 0. It releases the lock
 * when its standard input ends.
 */
const [, , folder = '', id = '', silence = '0'] = process.argv;
if (!isAccountId(id)) {
  throw new TypeError('That is no account id.');
}
const held = await new AccountLock(folder, systemClock).acquire(id);
if (Number(silence) > 0) {
  await held.expectSilence(Number(silence));
}
process.stdout.write('held\n');
process.stdin.resume();
process.stdin.on('end', () => {
  void held.release();
});
