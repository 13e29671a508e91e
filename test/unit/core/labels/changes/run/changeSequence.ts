import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { FieldValue, LabelChanges } from '../../../../../../src/core/api/labelFields.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { readLine } from '../../../../../../src/core/labels/changes/journal/journalEntry.ts';
import {
  openActions,
  outcomeKindNames,
} from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import {
  lastToRedo,
  lastToUndo,
} from '../../../../../../src/core/labels/changes/journal/runChainSummary.ts';
import { runFilePath } from '../../../../../../src/core/labels/changes/journal/runFile.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../../../../../../src/core/labels/changes/journal/runSummary.ts';
import {
  isSameInNormalForm,
  isUndoOrRedo,
  valueOf,
  type ChangeOrigin,
  type ChangeSet,
  type LabelChange,
  type WantedChanges,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { UndoRedoDirection } from '../../../../../../src/core/labels/undoRedoDirection.ts';
import type { LabelUpdate } from '../../../../../../src/sandbox/labelHistory.ts';
import { AppliedFields, isGivenBack } from './appliedFields.ts';
import { tenant, type ChangeWorld } from './changeWorld.ts';
import { carryOutUnlessInterrupted, recover } from './interruptedRun.ts';
import { checkOutcome } from './outcomeChecks.ts';
import { randomFaults } from './randomFaults.ts';
import { RandomWishes } from './randomWishes.ts';
import { fieldsIn, UndoModel } from './undoModel.ts';

/** Operations in a sequence. */
const operations = Number(process.env['MODEL_OPERATIONS'] ?? 6);

/** One random sequence of what people and the service do. */
export class ChangeSequence {
  readonly #world: ChangeWorld;
  readonly #random: () => number;
  readonly #ids: readonly LabelId[];
  readonly #wishes: RandomWishes;
  readonly #undos = new UndoModel();
  readonly #shiftClock: (by: number) => void;
  /** What the run that is under way has sent: to be forgotten where it was refused. */
  readonly #forget = new Map<LabelId, () => void>();
  /** Runs by their ids, in the order in which they were begun. */
  readonly #runs: string[] = [];
  /** The values of others that the person wants replaced, by label and field. */
  readonly #conflictsToOverwrite = new Map<string, FieldValue | undefined>();
  /** What the service had shown of a field when it was sent. */
  readonly #sentOver = new Map<string, FieldValue | undefined>();
  /** What has happened, for the message of a failure. */
  readonly log: string[] = [];
  readonly #applied = new AppliedFields();
  #isOtherPersonThere = true;
  #current: { readonly record: RunRecord; readonly overwrites: boolean } | undefined;
  #counter = 0;
  #violation: string | undefined;

  /** `shiftClock` sets the clock of the world on, or back, by so many milliseconds. */
  constructor(world: ChangeWorld, random: () => number, shiftClock: (by: number) => void) {
    this.#world = world;
    this.#random = random;
    this.#shiftClock = shiftClock;
    this.#ids = world.ids(24);
    this.#wishes = new RandomWishes(random, this.#ids);
    world.moments.onPage = () => this.#somebodyElse();
    world.moments.onSend = (id, changes) => {
      this.#checkSending(id, changes);
      this.#somebodyElse();
    };
  }

  async run(): Promise<void> {
    for (let operation = 0; operation < operations; operation++) {
      this.#setFaults();
      if (this.#chance(0.3)) {
        this.#shiftClock((this.#random() - 0.5) * 7_200_000);
      }
      await this.#operate();
      assert.equal(this.#violation, undefined);
    }
    await this.#undoUndisturbed();
    await this.#checkSummaries();
  }

  /** What the journal says of its runs without their labels is what it says with them. */
  async #checkSummaries(): Promise<void> {
    const { folder, journal } = this.#world;
    for (const summary of await journal.chains()) {
      const chain = await journal.recorded(summary);
      assert.deepEqual(summary.can, {
        undo: chain?.canUndoRedo('undo'),
        redo: chain?.canUndoRedo('redo'),
      });
      for (const { header, totals } of chain?.runs ?? []) {
        const text = await readFile(runFilePath(folder, header.account.id, header.id), 'utf8');
        const { entry } = readLine(text.split('\n').at(-2) ?? '');
        assert.deepEqual(entry?.kind === 'end' && entry.totals, totals);
      }
    }
  }

  /** A whole number below `limit`. */
  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #setFaults(): void {
    const faults = randomFaults(this.#random, this.#ids);
    this.#world.sandbox.control.setOption(faults);
    this.log.push(JSON.stringify(faults));
  }

  /** The second person, at any moment between two requests. */
  #somebodyElse(): void {
    if (!this.#isOtherPersonThere || !this.#chance(0.2)) {
      return;
    }
    const id = this.#ids[this.#below(24)] ?? '';
    this.#counter++;
    const number = 100_000 + this.#counter;
    const changes = [
      { labelStatus: number },
      { labelName: `Theirs ${number}` },
      { labelCode: `THEIRS-${number}` },
    ][this.#below(3)];
    this.log.push(`theirs ${id} ${JSON.stringify(changes)}`);
    this.#world.sandbox.control.updateLabel(tenant, id, changes ?? {});
  }

  /** Nothing is sent over a value that the service has shown, unless it is the one planned from. */
  #checkSending(id: LabelId, changes: LabelChanges): void {
    const shown = this.#world.shown.get(id);
    const { overwrites, record } = this.#current ?? {};
    const change = record?.changes.get(id);
    if (shown === undefined || change === undefined) {
      this.#violation = `${id} was sent without having been read`;
      return;
    }
    for (const field of fieldsIn(changes)) {
      const planned = change.fields.find((each) => each.field === field);
      const value = valueOf(shown, field);
      this.#sentOver.set(`${id} ${field}`, value);
      const isAsPlanned =
        record !== undefined && isUndoOrRedo(record.header.origin)
          ? isSameInNormalForm(value, planned?.before)
          : value === planned?.before;
      const isAgreed =
        overwrites === true && value === this.#conflictsToOverwrite.get(`${id} ${field}`);
      if (changes[field] !== planned?.wanted || !(isAsPlanned || isAgreed)) {
        this.#violation = `${id} ${field} was sent over ${String(value)}`;
      }
    }
  }

  async #operate(): Promise<void> {
    const kinds = this.#runs.length === 0 ? 3 : 9;
    switch (this.#below(kinds)) {
      case 0:
        return await this.#begin('setStatus', this.#wishes.status());
      case 1:
        return await this.#begin('import', this.#wishes.import());
      case 2:
        return await this.#begin('replace', this.#wishes.replace());
      case 3:
      case 4:
        return await this.#turn(await this.#anyChain(), this.#anyDirection());
      case 8:
        return await this.#turnLast(this.#anyDirection());
      case 5:
        return await this.#again((record) => record.labelsOf(...openActions), false);
      case 6:
        return await this.#again((record) => record.labelsOf('resume'), false);
      default:
        return await this.#again((record) => record.labelsWith('conflict'), true);
    }
  }

  async #begin(origin: ChangeOrigin, wanted: WantedChanges): Promise<void> {
    this.#world.sandbox.control.setOption({ gateway: [] });
    const { changes } = await this.#world.plan(wanted);
    this.#setFaults();
    await this.#start({ origin, changes });
  }

  async #turn(chain: RecordedChain, direction: UndoRedoDirection): Promise<void> {
    const { open, changes } = this.#leftTo(direction, chain);
    if (open !== undefined) {
      const turn = await this.#world.reopen(open.header.id);
      await this.#carryOut(turn, turn.record.labelsOf(...openActions), false);
    } else if (changes.length > 0) {
      await this.#start({ ...chain.setOf(direction), changes });
    }
  }

  async #turnLast(direction: UndoRedoDirection): Promise<void> {
    const last = direction === 'undo' ? lastToUndo : lastToRedo;
    const chain = last(await this.#world.journal.chains());
    if (chain !== undefined) {
      await this.#turn(await this.#chainOf(chain.root), direction);
    }
  }

  /** Changes that are left to undo or redo, and the turn that is to be resumed. */
  #leftTo(
    direction: UndoRedoDirection,
    chain: RecordedChain,
  ): { readonly changes: readonly LabelChange[]; readonly open: RunRecord | undefined } {
    const changes = chain.remaining(direction);
    this.#undos.check(chain, direction, changes);
    assert.equal(chain.canUndoRedo(direction), changes.length > 0);
    return { changes, open: changes.length > 0 ? chain.openUndoRedo(direction) : undefined };
  }

  /** An undo with which nothing interferes gives everything back that is still as the run has left it. */
  async #undoUndisturbed(): Promise<void> {
    this.#isOtherPersonThere = false;
    const { control } = this.#world.sandbox;
    control.setOption({ gateway: [], ignoreUpdateIds: [], failUpdateIds: [], listLagReads: 0 });
    const chain = await this.#anyChain();
    const { changes, open } = this.#leftTo('undo', chain);
    const set = { ...chain.setOf('undo'), changes };
    const undo =
      open === undefined ? await this.#world.begin(set) : await this.#world.reopen(open.header.id);
    const ids = undo.record.labelsOf(...openActions);
    const taken = changes.filter(({ id }) => ids.includes(id));
    const ours = this.#applied.asLeft(chain, taken, this.#world);
    this.log.push(`undisturbed ${chain.root.header.id.slice(0, 4)} ${ours.length}`);
    this.#current = { record: undo.record, overwrites: false };
    await this.#world.carryOut(undo, ids);
    for (const each of ours) {
      assert.ok(isGivenBack(each, this.#world), `${each.id} ${each.field}: not given back`);
    }
  }

  async #start(set: Omit<ChangeSet, 'account' | 'title'>): Promise<void> {
    const run = await this.#world.begin(set);
    this.#runs.push(run.record.header.id);
    this.#undos.begun(run.record.header);
    await this.#carryOut(run, Array.from(run.record.changes.keys()), false);
  }

  async #again(choose: (record: RunRecord) => readonly LabelId[], isOver: boolean): Promise<void> {
    const { header } = await this.#anyRun();
    const run = await this.#world.reopen(header.id);
    await this.#carryOut(run, choose(run.record), isOver);
  }

  #anyDirection(): UndoRedoDirection {
    return this.#chance(0.6) ? 'undo' : 'redo';
  }

  /** The chain of any run. */
  async #anyChain(): Promise<RecordedChain> {
    return await this.#chainOf(await this.#anyRun());
  }

  async #chainOf({ header }: RunSummary): Promise<RecordedChain> {
    const chain = await this.#world.journal.chain(header.id);
    assert.ok(chain);
    return chain;
  }

  async #anyRun(): Promise<RunRecord> {
    const id = this.#runs[this.#below(this.#runs.length)];
    const run = await this.#world.journal.run(id ?? '');
    assert.ok(run, 'the journal has lost a run');
    return run;
  }

  async #carryOut(run: JournaledRun, ids: readonly LabelId[], overwrites: boolean): Promise<void> {
    const { record } = run;
    this.log.push(
      `${record.header.origin} ${record.header.id.slice(0, 4)} ${ids.length} ${overwrites}`,
    );
    this.#current = { record, overwrites };
    this.#conflictsToOverwrite.clear();
    this.#forget.clear();
    for (const id of ids) {
      const outcome = record.outcomeOf(id);
      if (overwrites && outcome.kind === 'conflict') {
        for (const { current, field } of outcome.conflicts) {
          this.#conflictsToOverwrite.set(`${id} ${field}`, current);
        }
      }
    }
    const before = this.#historyLengths();
    const how = await carryOutUnlessInterrupted(this.#world, run, {
      ids,
      overwrites,
      random: this.#random,
      onSend: (id, changes) =>
        this.#forget.set(id, this.#undos.sent(record.header.id, id, fieldsIn(changes))),
    });
    this.log.push(how);
    // Lists show by and by what has arrived: nobody is asked to know better than they.
    this.#world.sandbox.control.setOption({ listLagReads: 0, gateway: [] });
    this.#takeApplied(record.header.id, before);
    this.#forgetRefused(record, before);
    const known =
      how === 'killed'
        ? await recover(this.#world, record, (found) => this.#countUnderWay(found))
        : record;
    this.#check(known, ids, before);
  }

  /** Takes in what the service says that the run has changed since the labels had histories of `lengths`. */
  #takeApplied(run: string, lengths: ReadonlyMap<LabelId, number>): void {
    for (const id of this.#ids) {
      for (const each of this.#world.ours(id, lengths.get(id)).flatMap(({ fields }) => fields)) {
        this.#applied.add(run, id, each);
        this.#undos.applied(run, id, each.field);
      }
    }
  }

  /** A window that was killed may have been about to send what is under way: nobody can know. */
  #countUnderWay({ header, sent, underWay }: RunRecord): void {
    for (const [id, { fields }] of sent) {
      if (underWay.has(id)) {
        const names = fields.map(({ field }) => field);
        this.#undos.sent(header.id, id, names);
      }
    }
  }

  /** What the service has refused, as the run knows, and has not applied earlier in it. */
  #forgetRefused(record: RunRecord, lengths: ReadonlyMap<LabelId, number>): void {
    for (const [id, forget] of this.#forget) {
      const outcome = record.outcomeOf(id);
      const isRefused = outcome.kind === 'failed' && outcome.reason.includes('locked by a running');
      if (isRefused && this.#world.ours(id, lengths.get(id)).length === 0) {
        forget();
      }
    }
  }

  /** How many updates of each label the service has applied. */
  #historyLengths(): ReadonlyMap<LabelId, number> {
    const { control } = this.#world.sandbox;
    return new Map(this.#ids.map((id) => [id, control.labelHistory(tenant, id).length]));
  }

  /** The outcomes agree with what the service says has happened. */
  #check(record: RunRecord, ids: readonly LabelId[], history: ReadonlyMap<LabelId, number>): void {
    for (const kind of outcomeKindNames) {
      assert.equal(record.counts[kind], record.labelsWith(kind).length, kind);
    }
    for (const id of ids) {
      const now = this.#world.ours(id, history.get(id));
      checkOutcome(record, id, { now, ever: this.#world.ours(id) });
      this.#checkUndo(record, id, now);
    }
  }

  /** What an undo has changed it has given the value of before, and only where the value was ours. */
  #checkUndo({ changes, header }: RunRecord, id: LabelId, now: readonly LabelUpdate[]): void {
    if (!isUndoOrRedo(header.origin)) {
      return;
    }
    for (const { after, before, field } of now.flatMap(({ fields }) => fields)) {
      const planned = changes.get(id)?.fields.find((each) => each.field === field);
      const isAsBefore = isSameInNormalForm(after, planned?.wanted);
      assert.ok(isAsBefore, `${id} ${field}: not what it was before`);
      // The service may have got a value of somebody else's after the label was read.
      const isOurs = isSameInNormalForm(before ?? undefined, planned?.before);
      const wasUnseen = !isSameInNormalForm(
        before ?? undefined,
        this.#sentOver.get(`${id} ${field}`),
      );
      assert.ok(
        isOurs || wasUnseen || this.#conflictsToOverwrite.has(`${id} ${field}`),
        `${id} ${field}: not ours`,
      );
    }
  }
}
