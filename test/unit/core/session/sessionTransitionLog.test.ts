import assert from 'node:assert/strict';
import { SessionTransitionLog } from '../../../../src/core/session/sessionTransitionLog.ts';
import { accountOfSession } from '../../../../src/core/session/storedSession.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { storedSession } from '../../../support/storedSession.ts';

const { id } = accountOfSession(storedSession());
const other = accountOfSession(storedSession({ userId: 'other' })).id;

describe('SessionTransitionLog', () => {
  it('says from where to where, when and why, for each account', () => {
    const clock = new FakeClock(1000);
    const transitions = new SessionTransitionLog(clock);
    transitions.record(id, 'signedIn');
    clock.advance(10);
    transitions.record(other, 'endedElsewhere');
    transitions.record(id, 'notRenewed');
    transitions.record(id, 'refused');
    assert.deepEqual(
      transitions.recent().map(({ accountId, at, from, to }) => [accountId, at, from, to]),
      [
        [id, 1000, undefined, 'active'],
        [other, 1010, undefined, 'signInNeeded'],
        [id, 1010, 'active', 'active'],
        [id, 1010, 'active', 'signInNeeded'],
      ],
    );
    assert.equal(transitions.recent()[0]?.reason, 'signed in');
  });

  it('keeps the last 20', () => {
    const clock = new FakeClock(0);
    const transitions = new SessionTransitionLog(clock);
    for (let turn = 0; turn < 50; turn++) {
      transitions.record(id, 'renewedAhead');
      clock.advance(1);
    }
    const times = transitions.recent().map(({ at }) => at);
    assert.deepEqual(
      times,
      Array.from({ length: 20 }, (_, index) => 30 + index),
    );
  });
});
