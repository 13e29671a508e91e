import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { accountOf } from '../../../../../src/core/account/account.ts';
import type { Label } from '../../../../../src/core/api/label.ts';
import type { LabelChanges } from '../../../../../src/core/api/labelFields.ts';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import { NetworkError } from '../../../../../src/core/errors/networkError.ts';
import { RateLimitedError } from '../../../../../src/core/errors/rateLimitedError.ts';
import { SessionExpiredError } from '../../../../../src/core/errors/sessionExpiredError.ts';
import {
  updateLabels,
  type LabelUpdate,
  type UpdateTarget,
} from '../../../../../src/core/labels/changes/bulkUpdate.ts';
import { planUndo } from '../../../../../src/core/labels/changes/labelUndo.ts';
import { concurrentRequests } from '../../../../../src/core/labels/requestLimits.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { immediateClock } from '../../../../support/immediateClock.ts';
import { labelOf } from '../arbitraryLabels.ts';

/** Labels in memory that take updates in no particular time; what fails is up to the test. */
class Labels implements UpdateTarget {
  readonly all: Map<string, Label>;
  readonly calls: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  failureFor: (id: string) => unknown = () => undefined;

  constructor(count: number) {
    this.all = new Map(
      Array.from({ length: count }, (_, index) => [
        String(index),
        labelOf({ id: String(index), labelName: `Label ${index}`, labelStatus: index % 3 }),
      ]),
    );
  }

  async send(label: Label, changes: LabelChanges): Promise<Label> {
    this.calls.push(label.id);
    this.atOnce++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await promise;
    this.atOnce--;
    const failure = this.failureFor(label.id);
    if (failure instanceof Error) {
      throw failure;
    }
    const updated = { ...label, ...changes };
    this.all.set(label.id, updated);
    return updated;
  }

  updates(changes: LabelChanges): LabelUpdate[] {
    return Array.from(this.all.values(), (label) => ({ label, changes }));
  }
}

function idsOf(updates: readonly LabelUpdate[]): string[] {
  return updates.map(({ label }) => label.id);
}

describe('updateLabels', () => {
  it('puts each update where it belongs, whatever fails and whenever the user cancels', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.uniqueArray(fc.nat(39)),
        fc.option(fc.nat(40), { nil: undefined }),
        async (count, failing, cancelAfter) => {
          const labels = new Labels(count);
          labels.failureFor = (id) =>
            failing.includes(Number(id)) ? new Error('injected') : undefined;
          const updates = labels.updates({ labelStatus: 9 });
          const before = new Map(labels.all);
          const cancel = new AbortController();
          const progress: number[] = [];
          const { done, failed, notSent } = await updateLabels(updates, {
            target: labels,
            clock: systemClock,
            signal: cancel.signal,
            onProgress: (finished) => {
              progress.push(finished);
              if (finished === cancelAfter) {
                cancel.abort();
              }
            },
          });
          const sent = new Set(labels.calls);
          assert.equal(labels.calls.length, sent.size, 'an update was sent twice');
          assert.deepEqual([...idsOf(done), ...idsOf(failed)].sort(), labels.calls.toSorted());
          assert.deepEqual(
            idsOf(notSent),
            idsOf(updates).filter((id) => !sent.has(id)),
          );
          assert.ok(failed.every(({ label }) => failing.includes(Number(label.id))));
          assert.ok(done.every(({ label }) => labels.all.get(label.id)?.labelStatus === 9));
          assert.ok(labels.mostAtOnce <= concurrentRequests);
          assert.ok(labels.calls.length < (cancelAfter || Infinity) + concurrentRequests);
          assert.deepEqual(
            progress,
            Array.from(progress, (_, index) => index + 1),
          );
          if (cancelAfter === undefined || cancelAfter === 0 || cancelAfter > count) {
            assert.deepEqual(notSent, []);
          }
          labels.failureFor = () => undefined;
          const { updates: back } = planUndo(done, labels.all);
          await updateLabels(back, { target: labels, clock: systemClock });
          assert.deepEqual(labels.all, before);
        },
      ),
    );
  });

  it('sends nothing once it is cancelled', async () => {
    const labels = new Labels(3);
    const { notSent } = await updateLabels(labels.updates({ labelStatus: 9 }), {
      target: labels,
      clock: systemClock,
      signal: AbortSignal.abort(),
    });
    assert.equal(notSent.length, 3);
    assert.deepEqual(labels.calls, []);
  });

  it('stops where every further update would fail in the same way', async () => {
    const labels = new Labels(100);
    labels.failureFor = () =>
      new NetworkError('example.com', { kind: 'unreachable', systemCode: 'ECONNREFUSED' });
    const { failed, notSent } = await updateLabels(labels.updates({ labelStatus: 9 }), {
      target: labels,
      clock: systemClock,
    });
    assert.ok(failed.length <= concurrentRequests);
    assert.equal(failed.length + notSent.length, 100);
  });

  it('waits as long as the service asks, and sends again', async () => {
    const labels = new Labels(1);
    let refusals = 2;
    labels.failureFor = () => (refusals-- > 0 ? new RateLimitedError(7) : undefined);
    const waits: number[] = [];
    const { done } = await updateLabels(labels.updates({ labelStatus: 9 }), {
      target: labels,
      clock: immediateClock(waits),
    });
    assert.equal(done.length, 1);
    assert.deepEqual(waits, [7000, 7000]);
  });

  it('sends nothing again once the session has ended, and ends the waits for that', async () => {
    const labels = new Labels(3);
    const clock = new FakeClock();
    const account = accountOf(parseBaseUrl('https://example.com'), 'tenant', 'user');
    labels.failureFor = (id) =>
      id === '2' ? new SessionExpiredError(account.id) : new RateLimitedError(7);
    const { failed, notSent } = await updateLabels(labels.updates({ labelStatus: 9 }), {
      target: labels,
      clock,
    });
    assert.deepEqual([idsOf(failed), idsOf(notSent)], [['2'], ['0', '1']]);
    assert.equal(labels.calls.length, 3);
    assert.equal(clock.waiting, 0);
  });
});
