import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import { inSlices } from '../../async/slices.ts';
import type { Remedy } from '../../errors/remedy.ts';
import type { FieldChange, LabelChange } from './changeSet.ts';
import type { JournalEntry, RunHeader, RunOwner } from './journalEntry.ts';
import {
  outcomeKindNames,
  outcomeKinds,
  type LabelOutcome,
  type OutcomeKindName,
  type SentAgain,
  type SentField,
} from './labelOutcome.ts';

/** How many labels are looked at before others have their turn: few milliseconds' work. */
const sliceSize = 5000;

/** A field that was sent, or may have been. */
export interface RecordedField extends SentField {
  /** Of the window that has sent it last. */
  readonly sequence: number;
}

/** What was sent of the change of one label. */
interface SentChange {
  readonly change: LabelChange;
  readonly fields: readonly RecordedField[];
}

/**
 * All that is known about one run: the sum of its journal's entries. The run that is under way and one
 * that is read from a file are the same thing.
 */
export class RunRecord {
  readonly header: RunHeader;
  readonly #changes = new Map<LabelId, LabelChange>();
  readonly #outcomes = new Map<LabelId, LabelOutcome>();
  readonly #sent = new Map<LabelId, SentChange>();
  readonly #times = new Map<LabelId, number>();
  /** Labels whose intent has no outcome yet, with what was sent of them before. */
  readonly #underWay = new Map<LabelId, SentChange | undefined>();
  /** How many fields were sent under which sequence number. */
  readonly #sentFields = new Map<number, number>();
  readonly #unread = new Set<LabelId>();
  /** Held, as rows ask for one each time that they are shown: there may be 100,000 labels. */
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
    this.header = header;
  }

  /** The sequence number under which it was begun. Runs are put in order by these, not by time. */
  get sequence(): number {
    return this.#sequences[0];
  }

  /** The one under which it was taken up last. */
  get lastSequence(): number {
    return this.#sequences[1];
  }

  /** The last one under which something was sent that may have arrived; of its beginning if nothing was. */
  get lastSentIn(): number {
    return Math.max(this.sequence, ...this.#sentFields.keys());
  }

  /** The window that carries it out; undefined once it has ended. */
  get owner(): RunOwner | undefined {
    return this.#owner;
  }

  /** How many entries it has taken in: as long as that is the same, so is all that it says. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether all of its plan is there, or was when something was sent. */
  get isPlanned(): boolean {
    return this.#changes.size >= (this.header.labels ?? 0) || this.#times.size > 0;
  }

  /** The changes of all labels, in their order. */
  get changes(): ReadonlyMap<LabelId, LabelChange> {
    return this.#changes;
  }

  /** What was sent, or may have been. */
  get sent(): ReadonlyMap<LabelId, SentChange> {
    return this.#sent;
  }

  /** Whether a field of a label was sent, or may have been, that `isMeant`. */
  hasSent(isMeant: (id: LabelId, sent: RecordedField) => boolean): boolean {
    for (const [id, { fields }] of this.#sent) {
      if (fields.some((each) => isMeant(id, each))) {
        return true;
      }
    }
    return false;
  }

  /** Labels whose outcome is what the service has answered, and that have not been read since. */
  get unread(): ReadonlySet<LabelId> {
    return this.#unread;
  }

  /** Takes in an entry; the header is in already. */
  apply(entry: Exclude<JournalEntry, { kind: 'run' }>): void {
    this.#revision++;
    switch (entry.kind) {
      case 'owner':
        // Of several windows that take over from the same one, the first counts.
        if (entry.from === this.#owner?.token) {
          this.#owner = entry.owner;
          this.#sequences = [this.#sequences[0] || entry.sequence, entry.sequence];
        }
        return;
      case 'plan':
        this.#counts.notSent += this.#changes.has(entry.change.id) ? 0 : 1;
        this.#changes.set(entry.change.id, entry.change);
        return;
      case 'intent':
      case 'outcome':
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

  /** What came of the change of `id` so far. */
  outcomeOf(id: LabelId): LabelOutcome {
    if (this.#underWay.has(id)) {
      return { kind: 'uncertain', reason: l10n.t('It was sent, and no answer is known.') };
    }
    return this.#outcomes.get(id) ?? { kind: 'notSent' };
  }

  /** When something happened to `id` last, in milliseconds since the epoch. */
  timeOf(id: LabelId): number {
    return this.#times.get(id) ?? this.header.at;
  }

  /** The labels that are sent again for such a reason, in their order. */
  openLabels(...again: readonly SentAgain[]): readonly LabelId[] {
    return Array.from(this.#changes.keys()).filter((id) =>
      again.includes(outcomeKinds[this.outcomeOf(id).kind].again),
    );
  }

  /** The labels with this outcome, in their order. */
  labelsWith(kind: OutcomeKindName): readonly LabelId[] {
    return Array.from(this.#changes.keys()).filter((id) => this.outcomeOf(id).kind === kind);
  }

  /** What the person has to do before the labels that are open can be sent, if anything. */
  remedy(): Remedy | undefined {
    return this.#remedies.values().next().value;
  }

  /** Whether labels are sent again for such a reason. */
  isOpen(...again: readonly SentAgain[]): boolean {
    return outcomeKindNames.some(
      (kind) => this.#counts[kind] > 0 && again.includes(outcomeKinds[kind].again),
    );
  }

  /** The labels that are being sent, or were when their window ended. */
  get underWay(): Pick<ReadonlyMap<LabelId, unknown>, 'has' | 'size'> {
    return this.#underWay;
  }

  /** All labels, first those whose outcome a person has to look at, otherwise in their order. */
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

  /** How many labels have which outcome. */
  get counts(): Readonly<Record<OutcomeKindName, number>> {
    return this.#counts;
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
    if (entry.sent !== undefined) {
      this.#correctSent(id, entry.sent);
    }
  }

  #takeOutcome(id: LabelId, outcome: LabelOutcome): void {
    this.#outcomes.set(id, outcome);
    if ('remedy' in outcome && outcome.remedy !== undefined) {
      this.#remedies.set(id, outcome.remedy);
    }
  }

  /** Fields that are sent again stand for what was sent before. */
  #addSent(id: LabelId, sent: readonly SentField[]): void {
    const change = this.#changes.get(id);
    if (change !== undefined && sent.length > 0) {
      const names = new Set(sent.map(({ field }) => field));
      const others = (this.#sent.get(id)?.fields ?? []).filter(({ field }) => !names.has(field));
      const added = sent.map((each) => ({ ...each, sequence: this.lastSequence }));
      this.#setSent(id, { change, fields: [...others, ...added] });
    }
  }

  /** What is known better of fields that were sent says nothing of when. */
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

/**
 * What takes back what `run` has sent, or may have, and is left of it: the same changes with the values
 * exchanged. A label that somebody has changed since is then a conflict, like any other.
 */
export function undoOf(
  run: RunRecord,
  isLeft: (id: LabelId, sent: RecordedField) => boolean = () => true,
): readonly LabelChange[] {
  return Array.from(run.sent.values()).flatMap(({ change: { id, code, name }, fields }) => {
    const taken = fields
      .filter((each) => isLeft(id, each))
      .map(({ field, before, after }) => ({ field, before: after, wanted: before }));
    return taken.length === 0 ? [] : [{ id, code: codeAfter(taken) ?? code, name, fields: taken }];
  });
}

/** The code that a label has before it is taken back: by that it is found. */
function codeAfter(fields: readonly FieldChange[]): string | undefined {
  const code = fields.find(({ field }) => field === 'labelCode')?.before;
  return typeof code === 'string' ? code : undefined;
}
