import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { accountOf } from '../../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import type { DoneUpdate } from '../../../../../src/core/labels/changes/bulkUpdate.ts';
import {
  emptyOutcome,
  type ChangesOutcome,
} from '../../../../../src/core/labels/changes/changesOutcome.ts';
import { UndoStack, type UndoableRun } from '../../../../../src/core/labels/changes/undoStack.ts';
import { labelOf } from '../arbitraryLabels.ts';

const account = accountOf(parseBaseUrl('https://example.com'), 'tenant', 'user').id;
const fates = ['done', 'failed', 'notSent', 'leftAlone'] as const;
type Fate = (typeof fates)[number];

/** A change of the status of the label `id`. */
function change(id: string, from: number, to: number): DoneUpdate {
  const label = labelOf({ id, labelStatus: from });
  return { label, changes: { labelStatus: to }, updated: { ...label, labelStatus: to } };
}

/** What comes of undoing `done`, where the label at each place meets the fate of that place. */
function undoOutcome(done: readonly DoneUpdate[], fateOf: (index: number) => Fate): ChangesOutcome {
  const back = done.map(({ label, changes }) =>
    change(label.id, changes.labelStatus ?? 0, label.labelStatus ?? 0),
  );
  const having = (fate: Fate): DoneUpdate[] => back.filter((_, index) => fateOf(index) === fate);
  return {
    done: having('done'),
    failed: having('failed').map(({ label, changes }) => ({ label, changes, error: 'injected' })),
    notSent: having('notSent'),
    leftAlone: having('leftAlone').map(({ label }) => ({ label, reason: 'changed since' })),
  };
}

function idsOf(updates: readonly DoneUpdate[]): string[] {
  return updates.map(({ label }) => label.id).toSorted();
}

describe('UndoStack', () => {
  let stack: UndoStack;

  beforeEach(() => {
    stack = new UndoStack();
  });

  function send(...done: readonly DoneUpdate[]): UndoableRun {
    const run = stack.newRun(account);
    stack.record(run, { ...emptyOutcome, done });
    return run;
  }

  /** Undoes the run `key`, and returns the undo and what there was to undo. */
  function undo(
    key?: number,
    fateOf: (index: number) => Fate = () => 'done',
  ): { readonly run: UndoableRun; readonly undone: readonly DoneUpdate[] } {
    const started = stack.begin(key);
    assert.ok(started);
    stack.record(started.run, undoOutcome(started.done, fateOf), started.undoneKey);
    stack.end(started);
    return { run: started.run, undone: started.done };
  }

  /** The changes of the run `key` that are kept. */
  function kept(key?: number): readonly DoneUpdate[] {
    const started = stack.begin(key);
    if (started !== undefined) {
      stack.end(started);
    }
    return started?.done ?? [];
  }

  it('has nothing to undo before a run, nor after one that has changed nothing', () => {
    assert.equal(stack.canUndo, false);
    send();
    const unnamed = labelOf({ id: '1' });
    send({ label: unnamed, changes: { labelName: 'New' }, updated: unnamed });
    assert.equal(stack.canUndo, false);
    assert.equal(stack.begin(), undefined);
  });

  it('undoes the last run, and then undoes that', () => {
    send(change('1', 1, 9));
    assert.equal(stack.canUndo, true);
    assert.deepEqual(undo().undone, [change('1', 1, 9)]);
    assert.deepEqual(undo().undone, [change('1', 9, 1)]);
    assert.deepEqual(undo().undone, [change('1', 1, 9)]);
  });

  it('adds to a run what is sent again of it', () => {
    const run = send(change('1', 1, 9));
    stack.record(run, { ...emptyOutcome, done: [change('2', 1, 9)] });
    assert.deepEqual(idsOf(undo().undone), ['1', '2']);
  });

  it('undoes an older run, and keeps the newer one as the next', () => {
    const [older, newer] = [send(change('1', 1, 7)), send(change('2', 1, 8))];
    const { run, undone } = undo(older.key);
    assert.deepEqual(undone, [change('1', 1, 7)]);
    assert.deepEqual(kept(older.key), []);
    assert.deepEqual(kept(), kept(newer.key));
    assert.deepEqual(undo().undone, [change('2', 1, 8)]);
    assert.deepEqual(kept(run.key), [change('1', 7, 1)]);
  });

  it('goes on with what an undo has not brought back, and redoes it all', () => {
    const changes = ['1', '2', '3', '4'].map((id) => change(id, 1, 9));
    const run = send(...changes);
    const first = undo(undefined, (index) => fates[index] ?? 'done');
    assert.deepEqual(idsOf(kept()), ['2', '3']);
    assert.deepEqual(kept(run.key), kept());
    const second = undo();
    assert.equal(second.run.key, first.run.key);
    assert.deepEqual(kept(run.key), []);
    assert.deepEqual(idsOf(kept()), ['1', '2', '3']);
    assert.deepEqual(kept(), kept(first.run.key));
  });

  it('keeps a label that was partly brought back and has partly failed', () => {
    send(change('1', 1, 9));
    const started = stack.begin();
    assert.ok(started);
    const { failed } = undoOutcome(started.done, () => 'failed');
    const { leftAlone } = undoOutcome(started.done, () => 'leftAlone');
    stack.record(started.run, { ...emptyOutcome, failed, leftAlone }, started.undoneKey);
    stack.end(started);
    assert.deepEqual(idsOf(kept()), ['1']);
  });

  it('gives a run back what is redone of it while the rest is not undone yet', () => {
    const run = send(change('1', 1, 9), change('2', 1, 9));
    const first = undo(undefined, (index) => (index === 0 ? 'done' : 'notSent'));
    assert.equal(undo(first.run.key).run.key, run.key);
    assert.deepEqual(idsOf(kept()), ['1', '2']);
    assert.deepEqual(kept(first.run.key), []);
  });

  it('does not undo a run twice at a time', () => {
    const older = send(change('1', 1, 7));
    const newer = send(change('2', 1, 8));
    const started = stack.begin();
    assert.ok(started);
    assert.equal(stack.canUndo, false);
    assert.equal(stack.begin(), undefined);
    assert.equal(stack.begin(newer.key), undefined);
    assert.equal(kept(older.key).length, 1);
    stack.end(started);
    assert.equal(stack.canUndo, true);
    assert.deepEqual(kept(), kept(newer.key));
  });

  it('forgets the oldest of many runs', () => {
    const runs = Array.from({ length: 21 }, (_, index) => send(change(String(index), 1, 9)));
    assert.deepEqual(
      runs.map(({ key }) => kept(key).length),
      [0, ...Array.from({ length: 20 }, () => 1)],
    );
  });

  it('forgets older runs where there are very many labels, but never the last run', () => {
    const many = Array.from({ length: 60_000 }, () => change('1', 1, 9));
    const [first, second] = [send(...many), send(change('2', 1, 9))];
    assert.deepEqual([kept(first.key).length, kept(second.key).length], [60_000, 1]);
    const third = send(...many);
    assert.deepEqual(
      [first, second, third].map(({ key }) => kept(key).length),
      [0, 1, 60_000],
    );
    const last = send(...many, ...many);
    assert.deepEqual(
      [second, third, last].map(({ key }) => kept(key).length),
      [0, 0, 120_000],
    );
  });

  it('loses nothing, whatever fails: in the end all is back, and then all is redone', () => {
    const fate = fc.constantFrom('done' as const, 'failed' as const, 'notSent' as const);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.array(fate, { minLength: 12, maxLength: 12 }), { maxLength: 6 }),
        (count, attempts) => {
          stack = new UndoStack();
          const other = send(change('other', 1, 9));
          const status = new Map<string, number>();
          const changes = Array.from({ length: count }, (_, id) => change(String(id), 1, 9));
          send(...changes);
          changes.forEach(({ label }) => status.set(label.id, 9));
          const apply = (fateOf: (index: number) => Fate): void => {
            undo(undefined, fateOf).undone.forEach(({ label }, index) => {
              if (fateOf(index) === 'done') {
                status.set(label.id, label.labelStatus ?? 0);
              }
            });
          };
          const isOver = (): boolean => Array.from(status.values()).every((each) => each === 1);
          for (const attempt of attempts) {
            if (!isOver()) {
              apply((index) => attempt[index] ?? 'done');
            }
          }
          if (!isOver()) {
            apply(() => 'done');
          }
          assert.ok(isOver());
          apply(() => 'done');
          assert.ok(Array.from(status.values()).every((each) => each === 9));
          assert.deepEqual(kept(other.key), [change('other', 1, 9)]);
        },
      ),
    );
  });
});
