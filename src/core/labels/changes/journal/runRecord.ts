import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../../account/labelAddress.ts';
import { inSlices } from '../../../async/slices.ts';
import type { Remedy } from '../../../errors/remedy.ts';
import type { LabelChange } from '../plan/changeSet.ts';
import type { JournalEntry, RunHeader, RunOwner, RunTotals } from './journalEntry.ts';
import {
  outcomeKinds,
  type LabelOutcome,
  type OutcomeKindName,
  type ResendAction,
  type SentField,
} from './labelOutcome.ts';
import { EndedRun, isNeeded, RunSummary } from './runSummary.ts';

/** Number of labels per slice, a few milliseconds of work. */
const sliceSize = 5000;

/** A field that was sent, or may have been. */
export interface RecordedField extends SentField {
  /** Sequence number of the beginning or resumption that sent the field last. */
  readonly sequence: number;
}

/** Change of a label, and its fields that were sent, or may have been. */
interface SentChange {
  readonly change: LabelChange;
  readonly fields: readonly RecordedField[];
}

/** State of a run: the sum of its journal entries, both while it runs and when read from a file. */
export class RunRecord extends RunSummary {
  readonly header: RunHeader;
  readonly #changes = new Map<LabelId, LabelChange>();
  readonly #outcomes = new Map<LabelId, LabelOutcome>();
  readonly #sent = new Map<LabelId, SentChange>();
  readonly #times = new Map<LabelId, number>();
  /** Labels with an intent but no outcome yet, each with the part of its change that was sent before. */
  readonly #underWay = new Map<LabelId, SentChange | undefined>();
  /** Number of fields sent, by sequence number. */
  readonly #sentFields = new Map<number, number>();
  readonly #unread = new Set<LabelId>();
  /** Previous changes of labels that were planned again. */
  readonly #earlier = new Map<LabelId, LabelChange>();
  /** Remedies by label, cached: whenever rows are shown, one is looked for among up to 100,000 labels. */
  readonly #remedies = new Map<LabelId, Remedy>();
  readonly #counts: Record<OutcomeKindName, number> = {
    done: 0,
    alreadySo: 0,
    conflict: 0,
    notKept: 0,
    failed: 0,
    uncertain: 0,
    notSent: 0,
  };
  #owner: RunOwner | undefined;
  #revision = 0;
  #sequences: readonly [first: number, last: number] = [0, 0];

  constructor(header: RunHeader) {
    super();
    this.header = header;
  }

  get sequence(): number {
    return this.#sequences[0];
  }

  get lastSequence(): number {
    return this.#sequences[1];
  }

  get lastSentSequence(): number {
    return Math.max(this.sequence, ...this.#sentFields.keys());
  }

  get owner(): RunOwner | undefined {
    return this.#owner;
  }

  /** Number of applied entries. */
  get revision(): number {
    return this.#revision;
  }

  get isPlanned(): boolean {
    return this.#changes.size >= (this.header.labels ?? 0) || this.#times.size > 0;
  }

  get labelCount(): number {
    return this.#changes.size;
  }

  get sentCount(): number {
    return this.#sent.size;
  }

  get underWayCount(): number {
    return this.#underWay.size;
  }

  /** Changes of all labels, in the order of the plan. */
  get changes(): ReadonlyMap<LabelId, LabelChange> {
    return this.#changes;
  }

  /** Changes that were sent, or may have been. */
  get sent(): ReadonlyMap<LabelId, SentChange> {
    return this.#sent;
  }

  /**
   * Returns the sent fields to verify by reading the label. Of edits, these are only the fields of the last
   * one, as each edit is verified before the next one is sent.
   */
  lastSentOf(id: LabelId): readonly SentField[] {
    const fields = this.#sent.get(id)?.fields ?? [];
    const last = Math.max(...fields.map(({ sequence }) => sequence));
    return this.header.origin === 'edit'
      ? fields.filter(({ sequence }) => sequence === last)
      : fields;
  }

  /** Returns whether `accepts` returns true for any field that was sent, or may have been. */
  hasSent(accepts: (id: LabelId, sent: RecordedField) => boolean): boolean {
    for (const [id, { fields }] of this.#sent) {
      if (fields.some((each) => accepts(id, each))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the previous change of a label that was planned again and whose outcome is pending; otherwise
   * undefined.
   */
  earlierChangeOf(id: LabelId): LabelChange | undefined {
    return this.#underWay.has(id) ? this.#earlier.get(id) : undefined;
  }

  /** Labels with neither an intent nor an outcome in the journal, in the order of the plan. */
  get untouched(): readonly LabelId[] {
    return Array.from(this.#changes.keys()).filter((id) => !this.#times.has(id));
  }

  /** Labels whose outcome is based on the response, and that have not been read since. */
  get unread(): ReadonlySet<LabelId> {
    return this.#unread;
  }

  /** Applies an entry other than the header. */
  apply(entry: Exclude<JournalEntry, { kind: 'run' }>): void {
    this.#revision++;
    switch (entry.kind) {
      case 'owner':
        // If several windows take over from the same owner, only the first counts.
        if (entry.from === this.#owner?.token) {
          this.#owner = entry.owner;
          this.#sequences = [this.#sequences[0] || entry.sequence, entry.sequence];
        }
        return;
      case 'plan':
        this.#plan(entry.change);
        return;
      case 'intent':
      case 'outcome':
        if (!this.#changes.has(entry.id) && entry.sent !== undefined && entry.sent.length > 0) {
          // The line with its plan is damaged, but the sent values are known.
          this.#plan(plannedAs(entry.id, entry.sent));
        }
        if (this.#changes.has(entry.id)) {
          this.#counts[this.outcomeOf(entry.id).kind]--;
          this.#applyToLabel(entry);
          this.#counts[this.outcomeOf(entry.id).kind]++;
        }
        return;
      case 'end':
        this.#owner = this.#owner?.token === entry.token ? undefined : this.#owner;
    }
  }

  /** Outcome of the change of `id` so far. */
  outcomeOf(id: LabelId): LabelOutcome {
    if (this.#underWay.has(id)) {
      return {
        kind: 'uncertain',
        reason: l10n.t('The change was sent, but its outcome is unknown.'),
      };
    }
    return this.#outcomes.get(id) ?? { kind: 'notSent' };
  }

  /** Time of the last event about `id`, in milliseconds since the epoch. */
  timeOf(id: LabelId): number {
    return this.#times.get(id) ?? this.header.at;
  }

  /** Returns the labels that one of `actions` sends, in the order of the plan. */
  labelsOf(...actions: readonly ResendAction[]): readonly LabelId[] {
    return Array.from(this.#changes.keys()).filter((id) => {
      const { again } = outcomeKinds[this.outcomeOf(id).kind];
      return again !== undefined && actions.includes(again);
    });
  }

  /** Labels with this outcome, in the order of the plan. */
  labelsWith(kind: OutcomeKindName): readonly LabelId[] {
    return Array.from(this.#changes.keys()).filter((id) => this.outcomeOf(id).kind === kind);
  }

  remedy(renewedAt = -Infinity): Remedy | undefined {
    for (const [id, remedy] of this.#remedies) {
      if (isNeeded(remedy, this.timeOf(id), renewedAt)) {
        return remedy;
      }
    }
    return undefined;
  }

  /** Summary of the run without its labels, for the entry at its end. */
  get totals(): RunTotals {
    return {
      sequence: this.sequence,
      lastSequence: this.lastSequence,
      lastSentSequence: this.lastSentSequence,
      isPlanned: this.isPlanned,
      labels: this.labelCount,
      sent: this.sentCount,
      underWay: this.underWayCount,
      counts: { ...this.#counts },
      remedies: this.#distinctRemedies(),
    };
  }

  /** Labels being sent, or that were being sent when their window closed. */
  get underWay(): Pick<ReadonlyMap<LabelId, unknown>, 'has' | 'size'> {
    return this.#underWay;
  }

  /**
   * Returns all labels: first those that need the user's attention, then the others, each in the order of the
   * plan.
   */
  async labelsByAttention(): Promise<readonly LabelId[]> {
    const [first, others]: [LabelId[], LabelId[]] = [[], []];
    for await (const slice of inSlices(this.#changes.keys(), sliceSize)) {
      for (const id of slice) {
        const needsAttention =
          !this.#underWay.has(id) && outcomeKinds[this.outcomeOf(id).kind].needsAttention;
        (needsAttention ? first : others).push(id);
      }
    }
    return first.concat(others);
  }

  get counts(): Readonly<Record<OutcomeKindName, number>> {
    return this.#counts;
  }

  /** The run without its labels, once it has ended. */
  get ended(): EndedRun {
    return new EndedRun(this.header, this.totals);
  }

  /** Distinct remedies, each with the time of the last event of a label that needs it. */
  #distinctRemedies(): RunTotals['remedies'] {
    const distinct = new Map<string, RunTotals['remedies'][number]>();
    for (const [id, remedy] of this.#remedies) {
      const key = JSON.stringify(remedy);
      const at = Math.max(this.timeOf(id), distinct.get(key)?.at ?? 0);
      distinct.set(key, { remedy, at });
    }
    return Array.from(distinct.values());
  }

  #plan(change: LabelChange): void {
    const { id } = change;
    const earlier = this.#changes.get(id);
    if (earlier === undefined) {
      this.#counts.notSent++;
    } else {
      this.#earlier.set(id, earlier);
    }
    this.#changes.set(id, change);
  }

  #applyToLabel(entry: Extract<JournalEntry, { kind: 'intent' | 'outcome' }>): void {
    const { at, id } = entry;
    this.#times.set(id, at);
    this.#remedies.delete(id);
    if (entry.kind === 'intent') {
      this.#underWay.set(id, this.#sent.get(id));
      this.#unread.delete(id);
      this.#addSent(id, entry.sent);
      return;
    }
    if (entry.hasNotArrived === true && this.#underWay.has(id)) {
      this.#setSent(id, this.#underWay.get(id));
    }
    this.#underWay.delete(id);
    this.#takeOutcome(id, entry.outcome);
    if (entry.isUnread === true) {
      this.#unread.add(id);
    } else {
      this.#unread.delete(id);
    }
    if (this.#sent.has(id)) {
      this.#correctSent(id, entry.sent ?? []);
    } else if (wasAnswered(entry)) {
      // The line with its intent is damaged, but the change can still be undone.
      this.#addSent(id, entry.sent ?? sentAsPlanned(this.#changes.get(id)));
    }
  }

  #takeOutcome(id: LabelId, outcome: LabelOutcome): void {
    this.#outcomes.set(id, outcome);
    if ('remedy' in outcome && outcome.remedy !== undefined) {
      this.#remedies.set(id, outcome.remedy);
    }
  }

  /** Adds sent fields, replacing earlier ones. */
  #addSent(id: LabelId, sent: readonly SentField[]): void {
    const change = this.#changes.get(id);
    if (change !== undefined && sent.length > 0) {
      const names = new Set(sent.map(({ field }) => field));
      const others = (this.#sent.get(id)?.fields ?? []).filter(({ field }) => !names.has(field));
      const added = sent.map((each) => ({ ...each, sequence: this.lastSequence }));
      this.#setSent(id, { change, fields: [...others, ...added] });
    }
  }

  /** Corrects the values of sent fields, but not their sequence numbers. */
  #correctSent(id: LabelId, sent: readonly SentField[]): void {
    const known = this.#sent.get(id);
    if (known !== undefined) {
      const fields = known.fields.map((each) => ({
        ...each,
        ...sent.find(({ field }) => field === each.field),
      }));
      this.#setSent(id, { ...known, fields });
    }
  }

  #setSent(id: LabelId, sent: SentChange | undefined): void {
    this.#count(this.#sent.get(id)?.fields ?? [], -1);
    this.#count(sent?.fields ?? [], 1);
    if (sent === undefined) {
      this.#sent.delete(id);
    } else {
      this.#sent.set(id, sent);
    }
  }

  #count(fields: readonly RecordedField[], by: 1 | -1): void {
    for (const { sequence } of fields) {
      const count = (this.#sentFields.get(sequence) ?? 0) + by;
      if (count === 0) {
        this.#sentFields.delete(sequence);
      } else {
        this.#sentFields.set(sequence, count);
      }
    }
  }
}

/** Returns whether an outcome alone proves that the label was sent and changed. */
function wasAnswered(entry: Extract<JournalEntry, { kind: 'outcome' }>): boolean {
  return (
    entry.outcome.kind === 'done' &&
    entry.hasNotArrived !== true &&
    (entry.isUnread === true || entry.sent !== undefined)
  );
}

/** Returns the change of a label of which only the sent fields are known. */
function plannedAs(id: LabelId, sent: readonly SentField[]): LabelChange {
  const fields = sent.map(({ after: wanted, before, field }) => ({ field, before, wanted }));
  return { id, code: undefined, name: undefined, fields };
}

function sentAsPlanned(change: LabelChange | undefined): readonly SentField[] {
  return (change?.fields ?? []).map(({ before, field, wanted: after }) => ({
    field,
    before,
    after,
  }));
}
