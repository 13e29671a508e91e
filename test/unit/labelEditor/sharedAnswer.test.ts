import assert from 'node:assert/strict';
import { SharedAnswer } from '../../../src/labelEditor/sharedAnswer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('SharedAnswer', () => {
  let answer: SharedAnswer<number>;
  let clock: FakeClock;
  let asked: PromiseWithResolvers<number>[];

  const ask = async (): Promise<number> => {
    const next = Promise.withResolvers<number>();
    asked.push(next);
    return await next.promise;
  };

  beforeEach(() => {
    clock = new FakeClock();
    answer = new SharedAnswer(clock);
    asked = [];
  });

  it('gives what was begun ahead to each kind of call once', async () => {
    const begun = answer.begin(ask);
    const stat = answer.take('stat', ask);
    asked[0]?.resolve(1);
    await begun;
    assert.equal(await stat, 1);
    assert.equal(await answer.take('read', ask), 1);
    assert.equal(asked.length, 1);
    void answer.take('read', ask);
    assert.equal(asked.length, 2);
  });

  it('begins nothing beside what is under way, by whomever', async () => {
    const all = [answer.begin(ask), answer.begin(ask)];
    const stat = answer.take('stat', ask);
    all.push(answer.begin(ask));
    asked[0]?.resolve(1);
    await Promise.all(all);
    assert.equal(await stat, 1);
    assert.equal(asked.length, 1);
  });

  it('begins anew once there was an answer, which may be old', async () => {
    const first = answer.begin(ask);
    asked[0]?.resolve(1);
    await first;
    const second = answer.begin(ask);
    asked[1]?.resolve(2);
    await second;
    assert.equal(await answer.take('stat', ask), 2);
  });

  it('shares a failure, and forgets it after a second', async () => {
    const begun = answer.begin(ask);
    asked[0]?.reject(new RangeError('first'));
    await assert.rejects(begun, RangeError);
    await assert.rejects(answer.take('stat', ask), RangeError);
    clock.advance(1000);
    const later = answer.take('read', ask);
    asked[1]?.resolve(2);
    assert.equal(await later, 2);
  });

  it('gives an account that works again nothing that was asked before', async () => {
    const begun = answer.begin(ask);
    const recovered = answer.take('recover', ask);
    assert.equal(asked.length, 2);
    asked[0]?.reject(new RangeError('signed out'));
    await assert.rejects(begun, RangeError);
    asked[1]?.resolve(2);
    assert.equal(await recovered, 2);
    assert.equal(await answer.take('stat', ask), 2);
  });

  for (const use of ['refresh', 'ask', 'show', 'recover'] as const) {
    it(`keeps no call of VS Code waiting for what was asked to ${use}, and fails none with it`, async () => {
      const looking = answer.take(use, ask);
      const stat = answer.take('stat', ask);
      asked[1]?.resolve(2);
      assert.equal(await stat, 2);
      asked[0]?.reject(new RangeError('first'));
      await assert.rejects(looking, RangeError);
      assert.equal(await answer.take('write', ask), 2);
      assert.equal(asked.length, 2);
    });

    it(`gives VS Code what was found by asking to ${use}, unless it has asked itself since`, async () => {
      const first = answer.take(use, ask);
      asked[0]?.resolve(1);
      await first;
      assert.equal(await answer.take('stat', ask), 1);
      const second = answer.take('ask', ask);
      const stat = answer.take('stat', ask);
      asked[2]?.resolve(3);
      assert.equal(await stat, 3);
      asked[1]?.resolve(2);
      assert.equal(await second, 2);
      assert.equal(await answer.take('read', ask), 3);
      assert.equal(asked.length, 3);
    });
  }
});
