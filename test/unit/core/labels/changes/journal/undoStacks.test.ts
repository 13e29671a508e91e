import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { thisProcess } from '../../../../../../src/core/async/runningProcess.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import {
  chainsOf,
  type RunChain,
} from '../../../../../../src/core/labels/changes/journal/runChain.ts';
import {
  RunChainSummary,
  lastToRedo,
  lastToUndo,
} from '../../../../../../src/core/labels/changes/journal/runChainSummary.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../../../../../../src/core/labels/changes/journal/runSummary.ts';
import type {
  ChangeSet,
  LabelChange,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { UndoRedoDirection } from '../../../../../../src/core/labels/undoRedoDirection.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { labelOf } from '../../arbitraryLabels.ts';
import { emptyRun } from './emptyRun.ts';
import { account } from './journalOfOneLabel.ts';

/** How many sequences, and from which seed on; in the title, so that a failure can be repeated. */
const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 300);
const firstSeed = Number(process.env['MODEL_SEED'] ?? 1);
const operations = 30;

const ids: readonly LabelId[] = ['1', '2', '3', '4'].map((id) => labelOf({ id }).id);

/** What everybody knows of Ctrl+Z and Ctrl+Y: two stacks, by the titles of what was done. */
class TwoStacks {
  readonly done: string[] = [];
  readonly undone: string[] = [];

  do(title: string): void {
    this.done.push(title);
    this.undone.length = 0;
  }

  undo(title = this.done.at(-1) ?? ''): void {
    this.done.splice(this.done.lastIndexOf(title), 1);
    this.undone.push(title);
  }

  redo(): void {
    this.done.push(this.undone.pop() ?? '');
  }
}

/** Runs as a journal has them, and labels that take every change. */
class JournalOfRuns {
  readonly runs: RunRecord[] = [];
  readonly #values = new Map<LabelId, number>(ids.map((id) => [id, 0]));
  readonly #process: Awaited<ReturnType<typeof thisProcess>>;
  #sequence = 0;

  constructor(process: Awaited<ReturnType<typeof thisProcess>>) {
    this.#process = process;
  }

  async lastTo(direction: UndoRedoDirection): Promise<RecordedChain | undefined> {
    const records: readonly RunRecord[] = this.runs;
    const runs = {
      recordOf: async ({ header }: RunSummary) =>
        await Promise.resolve(records.find((record) => record.header.id === header.id)),
      isUnderWay: async () => await Promise.resolve(false),
    };
    const chains = chainsOf(this.runs).map(
      async (chain) => await RunChainSummary.of(chain, runs, runs),
    );
    const last = { undo: lastToUndo, redo: lastToRedo }[direction](await Promise.all(chains));
    return last === undefined ? undefined : await RecordedChain.of(last, runs);
  }

  get values(): readonly (number | undefined)[] {
    return ids.map((id) => this.#values.get(id));
  }

  /** Sets the status of labels that are not `wanted` yet. */
  do(title: string, some: readonly LabelId[], wanted: number): void {
    const changes = some.map((id): LabelChange => {
      const before = this.#values.get(id);
      return {
        id,
        code: undefined,
        name: undefined,
        fields: [{ field: 'labelStatus', before, wanted }],
      };
    });
    this.#carryOut({ title, origin: 'setStatus', changes });
  }

  turn(chain: RecordedChain, direction: UndoRedoDirection): void {
    this.#carryOut({ ...chain.setOf(direction), changes: chain.remaining(direction) });
  }

  #carryOut(set: Omit<ChangeSet, 'account'>): void {
    const { changes, ...what } = set;
    const record = emptyRun(account, { id: randomUUID(), ...what });
    this.#sequence++;
    const owner = { token: record.header.id, process: this.#process };
    record.apply({ kind: 'owner', owner, sequence: this.#sequence, at: 0 });
    for (const change of changes) {
      record.apply({ kind: 'plan', change });
      const { id } = change;
      for (const { before, wanted } of change.fields) {
        if (this.#values.get(id) === before && typeof wanted === 'number') {
          const sent = [{ field: 'labelStatus', before, after: wanted } as const];
          record.apply({ kind: 'intent', id, sent, at: 0 });
          this.#values.set(id, wanted);
          record.apply({ kind: 'outcome', id, outcome: { kind: 'done' }, at: 0 });
        } else {
          const conflicts = [
            { field: 'labelStatus', before, wanted, current: this.#values.get(id) } as const,
          ];
          record.apply({ kind: 'outcome', id, outcome: { kind: 'conflict', conflicts }, at: 0 });
        }
      }
    }
    record.apply({ kind: 'end', token: record.header.id, at: 0 });
    this.runs.push(record);
  }
}

function titleOf(chain: RunChain | undefined): string | undefined {
  return chain?.root.header.title;
}

describe(`Undo and redo, ${sequences} random sequences from seed ${firstSeed} on`, () => {
  it('are about the runs that two stacks would have on top, and go back and forth through the same values', async () => {
    const process = await thisProcess();
    for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
      const random = randomFrom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const journal = new JournalOfRuns(process);
      const stacks = new TwoStacks();
      /** The values before each run, in the order in which they were done. */
      const before = new Map<string, readonly unknown[]>();
      const log: string[] = [];
      const check = async (): Promise<void> => {
        const what = `Seed ${seed}: ${log.join(', ')}`;
        assert.equal(titleOf(await journal.lastTo('undo')), stacks.done.at(-1), what);
        assert.equal(titleOf(await journal.lastTo('redo')), stacks.undone.at(-1), what);
      };
      for (let operation = 1; operation <= operations; operation++) {
        const kind = below(5);
        const toUndo = await journal.lastTo('undo');
        const toRedo = await journal.lastTo('redo');
        if (kind < 2) {
          const title = `run ${operation}`;
          log.push(title);
          before.set(title, journal.values);
          journal.do(
            title,
            ids.filter((_, index) => index === 0 || below(2) === 0),
            operation,
          );
          stacks.do(title);
        } else if (kind < 4 && toUndo !== undefined) {
          log.push(`undo ${titleOf(toUndo)}`);
          journal.turn(toUndo, 'undo');
          stacks.undo();
          assert.deepEqual(journal.values, before.get(titleOf(toUndo) ?? ''), log.join(', '));
        } else if (kind === 4 && toRedo !== undefined) {
          log.push(`redo ${titleOf(toRedo)}`);
          assert.deepEqual(journal.values, before.get(titleOf(toRedo) ?? ''), log.join(', '));
          journal.turn(toRedo, 'redo');
          stacks.redo();
        }
        await check();
      }
    }
  }).timeout(timeLimits.longTest);

  it('say after an undo of an older run what was done and undone last', async () => {
    const journal = new JournalOfRuns(await thisProcess());
    const stacks = new TwoStacks();
    const [first = assert.fail(), second = assert.fail()] = ids;
    for (const [title, id] of [
      ['A', first],
      ['B', second],
    ] as const) {
      journal.do(title, [id], 1);
      stacks.do(title);
    }
    const [run = assert.fail()] = journal.runs;
    journal.turn(new RecordedChain(run), 'undo');
    stacks.undo('A');
    const agree = async (): Promise<void> => {
      assert.equal(titleOf(await journal.lastTo('undo')), stacks.done.at(-1));
      assert.equal(titleOf(await journal.lastTo('redo')), stacks.undone.at(-1));
    };
    await agree();
    journal.turn((await journal.lastTo('redo')) ?? assert.fail(), 'redo');
    stacks.redo();
    await agree();
    assert.equal(titleOf(await journal.lastTo('undo')), 'A');
  });
});
