import assert from 'node:assert/strict';
import {
  abortable,
  abortSignalFrom,
  delay,
  throwIfAborted,
} from '../../../../src/core/async/abort.ts';
import { Emitter } from '../../../../src/core/async/event.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('abort', () => {
  it('throws for an aborted signal only', () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    assert.throws(() => throwIfAborted(AbortSignal.abort()), CancelledError);
  });

  it('ends a wait when the signal is aborted, before or during', async () => {
    const never = new Promise<void>(() => undefined);
    await assert.rejects(abortable(never, AbortSignal.abort()), CancelledError);
    const controller = new AbortController();
    const waiting = abortable(never, controller.signal);
    controller.abort();
    await assert.rejects(waiting, CancelledError);
  });

  it('returns what the work returns, or throws what it throws', async () => {
    const { signal } = new AbortController();
    assert.equal(await abortable(Promise.resolve(3), signal), 3);
    await assert.rejects(abortable(Promise.reject(new RangeError()), signal), RangeError);
  });

  it('delays by the clock, and leaves no timer behind when aborted', async () => {
    const clock = new FakeClock();
    const first = delay(clock, 100);
    clock.advance(99);
    assert.equal(clock.waiting, 1);
    clock.advance(1);
    await first;
    const controller = new AbortController();
    const second = delay(clock, 100, controller.signal);
    controller.abort();
    await assert.rejects(second, CancelledError);
    assert.equal(clock.waiting, 0);
  });

  it('makes a signal of a cancellation token', () => {
    const emitter = new Emitter<unknown>();
    const onCancellationRequested = emitter.event;
    const signal = abortSignalFrom({ isCancellationRequested: false, onCancellationRequested });
    assert.equal(signal.aborted, false);
    emitter.fire(undefined);
    assert.equal(signal.aborted, true);
    assert.ok(abortSignalFrom({ isCancellationRequested: true, onCancellationRequested }).aborted);
  });
});
