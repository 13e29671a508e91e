import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { LinkedAbortController } from '../../../../src/core/async/linkedAbortController.ts';
import { collectGarbage } from '../../../support/collectGarbage.ts';

describe('LinkedAbortController', () => {
  it('aborts with the first of its sources, for its reason', () => {
    const sources = [new AbortController(), new AbortController()] as const;
    const linked = new LinkedAbortController(sources[0].signal, undefined, sources[1].signal);
    assert.equal(linked.signal.aborted, false);
    sources[1].abort('second');
    sources[0].abort('first');
    assert.equal(linked.signal.reason, 'second');
  });

  it('is aborted from the start if a source is', () => {
    const linked = new LinkedAbortController(
      new AbortController().signal,
      AbortSignal.abort('early'),
    );
    assert.equal(linked.signal.reason, 'early');
  });

  it('aborts by itself, and its sources do not', () => {
    const source = new AbortController();
    const linked = new LinkedAbortController(source.signal);
    linked.abort();
    assert.equal(linked.signal.aborted, true);
    assert.equal(source.signal.aborted, false);
  });

  it('lets go of its sources when it is disposed', () => {
    const source = new AbortController();
    const linked = new LinkedAbortController(source.signal);
    linked.dispose();
    assert.deepEqual(getEventListeners(source.signal, 'abort'), []);
    source.abort();
    assert.equal(linked.signal.aborted, false);
  });

  it('knows of an abort when the source is gone, although nobody listened', async () => {
    const { signal } = abortedAtOnce();
    await setImmediate();
    collectGarbage();
    assert.equal(signal.aborted, true);
  });
});

/** Linked to a source that aborts, and that nobody knows any more. */
function abortedAtOnce(): LinkedAbortController {
  const source = new AbortController();
  const linked = new LinkedAbortController(source.signal);
  source.abort();
  return linked;
}
