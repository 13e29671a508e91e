import assert from 'node:assert/strict';
import { Sequencer } from '../../../../src/core/async/sequencer.ts';

describe('Sequencer', () => {
  it('runs one piece of work after the other, in the order in which they were queued', async () => {
    const sequencer = new Sequencer();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string, until: Promise<void>) => async (): Promise<string> => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
      return name;
    };
    const results = Promise.all([
      sequencer.queue(work('a', first.promise)),
      sequencer.queue(work('b', Promise.resolve())),
    ]);
    first.resolve();
    assert.deepEqual(await results, ['a', 'b']);
    assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on after a failure, of which only its own caller hears', async () => {
    const sequencer = new Sequencer();
    const failing = sequencer.queue(async () => await Promise.reject(new RangeError('first')));
    const next = sequencer.queue(async () => await Promise.resolve('next'));
    await assert.rejects(failing, RangeError);
    assert.equal(await next, 'next');
  });
});
