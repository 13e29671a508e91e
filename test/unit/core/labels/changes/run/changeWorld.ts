import assert from 'node:assert/strict';
import { join } from 'node:path';
import { accountOf, type Account } from '../../../../../../src/core/account/account.ts';
import { isLabelId, type LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../../src/core/api/label.ts';
import { editableFields, type LabelChanges } from '../../../../../../src/core/api/labelFields.ts';
import { systemClock, type Clock } from '../../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import type { FieldConflict } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import {
  planChanges,
  type ChangeOrigin,
  type ChangePlan,
  type ChangeSet,
  type WantedChanges,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import { ChangeRun } from '../../../../../../src/core/labels/changes/run/changeRun.ts';
import type { ChangeTarget } from '../../../../../../src/core/labels/changes/run/changeRunOptions.ts';
import { ServiceGate } from '../../../../../../src/core/labels/changes/run/serviceGate.ts';
import { LabelRepository } from '../../../../../../src/core/labels/labelRepository.ts';
import { readFreshLabels } from '../../../../../../src/core/labels/reading/freshLabels.ts';
import { AccountLock } from '../../../../../../src/core/locks/accountLock.ts';
import type { LabelUpdate } from '../../../../../../src/sandbox/labelHistory.ts';
import type { PartialSandboxOptions } from '../../../../../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../../../../../src/sandbox/sandbox.ts';
import { wantedOf } from '../../../../../support/planning.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { apiClientFor } from '../../list/labelService.ts';

/** The tenant that is worked in. */
export const tenant = 'acme-europe';

/** Who works there. */
const user = 'hr-administrator';

/** A clock that runs so many times as fast. */
export function fastClock(factor: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * factor,
    schedule: (milliseconds, callback) => systemClock.schedule(milliseconds / factor, callback),
  };
}

/** A clock on which waits of `shortest` milliseconds or more are over at once, and all shorter ones last. */
export function skippingClock(shortest: number): Clock {
  let skipped = 0;
  const monotonic = (): number => systemClock.monotonic() + skipped;
  return {
    now: () => systemClock.now() + skipped,
    monotonic,
    schedule: (milliseconds, callback) => {
      if (milliseconds < shortest) {
        return systemClock.schedule(milliseconds, callback);
      }
      const due = monotonic() + milliseconds;
      const immediate = setImmediate(() => {
        skipped = Math.max(skipped, due - systemClock.monotonic());
        callback();
      });
      return { dispose: () => clearImmediate(immediate) };
    },
  };
}

/** What a test does at moments of a run. */
export interface Moments {
  /** Before a page is asked for, and after it has come. */
  onPage?: (() => void) | undefined;
  /** Right before an update leaves. */
  onSend?: ((id: LabelId, changes: LabelChanges) => void) | undefined;
}

/** One account of a real sandbox, a journal in a real folder, and what a window does with them. */
export class ChangeWorld {
  readonly sandbox: Sandbox;
  readonly account: Account;
  readonly repository: LabelRepository;
  readonly clock: Clock;
  gate: ServiceGate;
  readonly folder: string;
  readonly moments: Moments = {};
  /** What the service has shown last of each label. */
  readonly shown = new Map<LabelId, Label>();
  /** Requests that have left and writes that have begun, also those that nobody waits for any more. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** The runs of windows that are there, by their tokens. */
  readonly #alive = new Map<string, JournaledRun>();
  journal: ChangeJournal;
  /** Nothing that was begun before comes to an end. */
  #life = 0;

  private constructor(sandbox: Sandbox, repository: LabelRepository, folder: string, clock: Clock) {
    this.sandbox = sandbox;
    this.repository = repository;
    this.folder = folder;
    this.clock = clock;
    this.gate = new ServiceGate({ clock, random: () => 0.5 });
    this.account = accountOf(parseBaseUrl(sandbox.baseUrl), tenant, user);
    this.journal = this.#openJournal();
  }

  /** Does `work` in a new world. */
  static async with<T>(
    options: PartialSandboxOptions,
    work: (world: ChangeWorld) => Promise<T>,
    clock: Clock = fastClock(100),
  ): Promise<T> {
    return await inTemporaryFolder(async (folder) => {
      const sandbox = await startSandbox({ labels: 60, ...options });
      const { access_token } = await signIn(sandbox, tenant);
      const client = apiClientFor(sandbox.baseUrl, access_token);
      const repository = new LabelRepository(client, clock);
      const world = new ChangeWorld(sandbox, repository, folder, clock);
      try {
        return await work(world);
      } finally {
        // Runs that have not ended would keep their files open.
        world.kill();
        repository.dispose();
        await sandbox.close();
        await world.quiet();
      }
    });
  }

  /** Whose turn it is. A window that was killed has none any more: here its process is still there. */
  get lock(): AccountLock {
    return new AccountLock(join(this.folder, `turns${this.#life}`), systemClock);
  }

  /** The labels of the service, for this window. */
  get target(): ChangeTarget {
    const life = this.#life;
    /** What a window that was killed had asked for never comes. */
    const unlessKilled = async <T>(work: () => Promise<T>): Promise<T> => {
      if (life !== this.#life) {
        return await new Promise<never>(() => undefined);
      }
      const working = work();
      this.#untilEnded(working);
      try {
        return await working;
      } finally {
        if (life !== this.#life) {
          await new Promise<never>(() => undefined);
        }
      }
    };
    return {
      page: async (request, signal) => {
        this.moments.onPage?.();
        return await unlessKilled(async () => {
          const page = await this.repository.page(request, signal, 'throw');
          for (const record of page.records) {
            if (record.kind === 'label') {
              this.shown.set(record.label.id, record.label);
            }
          }
          this.moments.onPage?.();
          return page;
        });
      },
      // Without the signal: what has left arrives, also after a cancel.
      sendChanges: async (id, changes, { beforeSending }) => {
        const leaving = async (): Promise<void> => {
          await beforeSending?.();
          this.moments.onSend?.(id, changes);
          // A window that was killed at this moment sends nothing.
          assert.equal(life, this.#life);
        };
        const options = { beforeSending: leaving };
        await unlessKilled(async () => await this.repository.sendChanges(id, changes, options));
      },
      publish: (label) => this.repository.publish(label),
    };
  }

  /** The ids of the first labels. */
  ids(count: number): LabelId[] {
    return this.sandbox.control
      .labels(tenant)
      .slice(0, count)
      .map(({ id }) => {
        assert.ok(isLabelId(id));
        return id;
      });
  }

  /** Plans changes from what the service shows now. */
  async plan(wanted: WantedChanges): Promise<ChangePlan> {
    const { signal } = new AbortController();
    const source = this.repository;
    return planChanges(
      wanted,
      await readFreshLabels(wanted.labels, { source, signal, whenRateLimited: 'throw' }),
    );
  }

  /** Begins a run. */
  async begin(set: Omit<ChangeSet, 'account' | 'title'>): Promise<JournaledRun> {
    const run = await this.journal.begin({ account: this.account, title: 'Test', ...set });
    this.#alive.set(run.record.owner?.token ?? '', run);
    return run;
  }

  /** Begins a run that gives labels the same values. */
  async beginWith(
    origin: ChangeOrigin,
    ids: readonly LabelId[],
    values: LabelChanges,
  ): Promise<JournaledRun> {
    const plan = await this.plan(wantedOf(new Map(ids.map((id) => [id, values]))));
    return await this.begin({ origin, changes: plan.changes });
  }

  /** Takes up a run that has ended, or whose window was killed. */
  async reopen(id: string): Promise<JournaledRun> {
    const run = await this.journal.reopen(this.account.id, id);
    assert.ok(run);
    this.#alive.set(run.record.owner?.token ?? '', run);
    return run;
  }

  /** Carries out the changes of some labels, and ends the run. */
  async carryOut(
    run: JournaledRun,
    ids: readonly LabelId[],
    options: {
      readonly signal?: AbortSignal;
      /** Whether to overwrite all conflicts that the run has found. */
      readonly overwrites?: boolean;
      readonly conflictsToOverwrite?: ReadonlyMap<LabelId, readonly FieldConflict[]>;
    } = {},
  ): Promise<void> {
    const { clock, gate, lock, target } = this;
    const { signal = new AbortController().signal, overwrites = false } = options;
    const found = new Map(
      ids.map((id) => {
        const outcome = run.record.outcomeOf(id);
        return [id, overwrites && outcome.kind === 'conflict' ? outcome.conflicts : []];
      }),
    );
    const parts = { run, target, gate, lock, clock };
    const { conflictsToOverwrite = found } = options;
    await new ChangeRun({ ...parts, signal, conflictsToOverwrite }).carryOut(ids);
    await run.end(clock.now());
  }

  /** Kills the window: its runs stay as they are, and another window opens the journal. */
  kill(): void {
    this.#life++;
    for (const run of this.#alive.values()) {
      // A dead process writes nothing: what its disk has been asked for already comes before anything else.
      this.#untilEnded(release(run));
    }
    this.#alive.clear();
    // What was under way never gives its place free.
    this.gate = new ServiceGate({ clock: this.clock, random: () => 0.5 });
    this.journal = this.#openJournal();
  }

  /** Whether requests that have left are not answered yet. */
  get isUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** Waits for what has left already. */
  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
    }
  }

  #untilEnded(working: Promise<unknown>): void {
    this.#underWay.add(working);
    const ended = () => this.#underWay.delete(working);
    working.then(ended, ended);
  }

  /** What this window has changed in a label, by the service's own account; from the entry `since` on. */
  ours(id: LabelId, since = 0): readonly LabelUpdate[] {
    return this.sandbox.control
      .labelHistory(tenant, id)
      .slice(since)
      .filter(({ userId }) => userId === user);
  }

  /** The values of a label, as the service has them whatever its lists show. */
  values(id: LabelId): LabelChanges {
    const record = this.sandbox.control.labels(tenant).find((each) => each.id === id);
    return Object.fromEntries(editableFields.map((field) => [field, record?.[field] ?? undefined]));
  }

  #openJournal(): ChangeJournal {
    return new ChangeJournal({
      folder: this.folder,
      clock: this.clock,
      limits: () => ({ days: 30, megabytes: 50 }),
      isAlive: async ({ token }) => await Promise.resolve(this.#alive.has(token)),
    });
  }
}

/** Closes the file of a run, also one that was deleted: the process that had it is dead. */
async function release(run: JournaledRun): Promise<void> {
  await run.close().catch(() => undefined);
  await run.discard();
}
