import { isAccountId } from '../../src/core/account/account.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AccountLock } from '../../src/core/locks/accountLock.ts';

/**
 * A process that holds a lock until it is told to end: `node lockProcess.ts FOLDER ACCOUNT`. It writes
 * a line once it holds the lock, and releases it when its standard input ends.
 */
const [, , folder = '', id = ''] = process.argv;
if (!isAccountId(id)) {
  throw new TypeError('That is no account id.');
}
const held = await new AccountLock(folder, systemClock).acquire(id);
process.stdout.write('held\n');
process.stdin.resume();
process.stdin.on('end', () => {
  void held.release();
});
