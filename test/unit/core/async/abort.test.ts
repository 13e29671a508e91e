import assert from 'node:assert/strict';
import {
  abortable,
  delay,
  throwIfAborted,
  withSignalOf,
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

  it('aborts a task when its cancellation token is cancelled, before or during', async () => {
    const emitter = new Emitter<unknown>();
    const onCancellationRequested = emitter.event;
    await withSignalOf(
      { isCancellationRequested: false, onCancellationRequested },
      async (signal) => {
        assert.equal(signal.aborted, false);
        emitter.fire(undefined);
        assert.equal(signal.aborted, true);
      },
    );
    const before = { isCancellationRequested: true, onCancellationRequested };
    assert.ok(await withSignalOf(before, async ({ aborted }) => aborted));
    assert.equal(await withSignalOf(undefined, async ({ aborted }) => aborted), false);
  });

  it('listens to a cancellation token no longer than its task runs, which may fail', async () => {
    const listeners = new Set<unknown>();
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: (listener: unknown) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    };
    await withSignalOf(token, async () => assert.equal(listeners.size, 1));
    assert.equal(listeners.size, 0);
    const failing = withSignalOf(token, async () => await Promise.reject(new RangeError()));
    await assert.rejects(failing, RangeError);
    assert.equal(listeners.size, 0);
  });
});
