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

/** What was sent of the change of one label. */
interface SentChange {
  readonly change: LabelChange;
  readonly fields: readonly SentField[];
  /** When it was sent last, in milliseconds since the epoch. */
  readonly at: number;
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
  /** Labels whose intent has no outcome yet. */
  readonly #underWay = new Set<LabelId>();
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
  #lastSentAt: number;

  constructor(header: RunHeader) {
    this.header = header;
    this.#lastSentAt = header.at;
  }

  /** When something was sent last, or the run was begun, in milliseconds since the epoch. */
  get lastSentAt(): number {
    return this.#lastSentAt;
  }

  /** The window that carries it out; undefined once it has ended. */
  get owner(): RunOwner | undefined {
    return this.#owner;
  }

  /** The changes of all labels, in their order. */
  get changes(): ReadonlyMap<LabelId, LabelChange> {
    return this.#changes;
  }

  /** What was sent, or may have been. */
  get sent(): ReadonlyMap<LabelId, SentChange> {
    return this.#sent;
  }

  /** Labels whose outcome is what the service has answered, and that have not been read since. */
  get unread(): ReadonlySet<LabelId> {
    return this.#unread;
  }

  /** Takes in an entry; the header is in already. */
  apply(entry: Exclude<JournalEntry, { kind: 'run' }>): void {
    switch (entry.kind) {
      case 'owner':
        // Of several windows that take over from the same one, the first counts.
        if (entry.from === this.#owner?.token) {
          this.#owner = entry.owner;
        }
        return;
      case 'plan':
        for (const change of entry.changes) {
          this.#counts.notSent += this.#changes.has(change.id) ? 0 : 1;
          this.#changes.set(change.id, change);
        }
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
  get underWay(): ReadonlySet<LabelId> {
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
    const { at, id, sent } = entry;
    this.#times.set(id, at);
    this.#remedies.delete(id);
    const sentAt = entry.kind === 'intent' ? at : this.#sent.get(id)?.at;
    if (entry.kind === 'intent') {
      this.#lastSentAt = Math.max(this.#lastSentAt, at);
      this.#underWay.add(id);
      this.#unread.delete(id);
    } else {
      this.#underWay.delete(id);
      const { outcome } = entry;
      this.#outcomes.set(id, outcome);
      if ('remedy' in outcome && outcome.remedy !== undefined) {
        this.#remedies.set(id, outcome.remedy);
      }
      if (entry.isUnread === true) {
        this.#unread.add(id);
      } else {
        this.#unread.delete(id);
      }
      if (sent !== undefined) {
        this.#sent.delete(id);
      }
    }
    if (sent !== undefined) {
      this.#addSent(id, sent, sentAt ?? at);
    }
  }

  /** Fields that are sent again stand for what was sent before. */
  #addSent(id: LabelId, sent: readonly SentField[], at: number): void {
    const change = this.#changes.get(id);
    if (change !== undefined) {
      const names = new Set(sent.map(({ field }) => field));
      const others = (this.#sent.get(id)?.fields ?? []).filter(({ field }) => !names.has(field));
      const fields = [...others, ...sent];
      if (fields.length > 0) {
        this.#sent.set(id, { change, fields, at });
      }
    }
  }
}

/**
 * What takes back all that `run` has sent, or may have: the same changes with the values exchanged. A
 * label that somebody has changed since is then a conflict, like any other. `since`: only what was sent
 * after that, in milliseconds since the epoch.
 */
export function undoOf(run: RunRecord, since = 0): readonly LabelChange[] {
  const sent = Array.from(run.sent.values()).filter(({ at }) => at > since);
  return sent.flatMap(({ change: { id, code, name }, fields }) => {
    const taken = fields.map(({ field, before, after }) => ({
      field,
      before: after,
      wanted: before,
    }));
    return taken.length === 0 ? [] : [{ id, code: codeAfter(taken) ?? code, name, fields: taken }];
  });
}

/** The code that a label has before it is taken back: by that it is found. */
function codeAfter(fields: readonly FieldChange[]): string | undefined {
  const code = fields.find(({ field }) => field === 'labelCode')?.before;
  return typeof code === 'string' ? code : undefined;
}
