import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/async/event.ts';

describe('Emitter', () => {
  it('calls every listener in order, as often as it has subscribed', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const listener = (event: number): void => void heard.push(`a${event}`);
    const first = emitter.event(listener);
    emitter.event((event) => heard.push(`b${event}`));
    emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ['a1', 'b1', 'a1', 'b2', 'a2']);
  });

  it('calls nobody once disposed', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event((event) => heard.push(event));
    emitter.dispose();
    emitter.fire(1);
    assert.deepEqual(heard, []);
  });

  it('calls the others if one throws, and does not hide what it threw', async () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new RangeError('listener');
    });
    emitter.event((event) => heard.push(event));
    const earlier = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
    try {
      emitter.fire(1);
      assert.ok((await thrown) instanceof RangeError);
    } finally {
      for (const listener of earlier) {
        process.on('uncaughtException', listener);
      }
    }
    assert.deepEqual(heard, [1]);
  });
});
