import { criteriaOf, isText, type Criterion, type ListParameters } from './labelFilter.ts';
import type { Author } from './labelHistory.ts';
import { changedRecord, type LabelChanges, type LabelRecord } from './labelRecord.ts';
import type { LiveOptions } from './options.ts';
import { createRandom, shuffledNearby, hashOf } from './randomness.ts';
import { TextIndex } from './textIndex.ts';

/** Page of matching labels, with their total number. */
export interface LabelSlice {
  readonly records: readonly LabelRecord[];
  readonly total: number;
}

const keptSearches = 32;

function searchText(record: LabelRecord, field: keyof LabelRecord): string {
  return String(record[field] ?? '').toLowerCase();
}

/** Update that lists may not include yet. */
interface PendingUpdate {
  readonly index: number;
  readonly record: LabelRecord;
  readonly at: number;
  /** Number of list requests before this update. */
  readonly reads: number;
}

/** Labels of one tenant, in memory. */
export class TenantLabels {
  readonly #options: LiveOptions;
  readonly #records: LabelRecord[];
  /** Records as returned by lists. */
  readonly #listed: LabelRecord[];
  readonly #pending: PendingUpdate[] = [];
  #reads = 0;
  readonly #indexById: ReadonlyMap<string, number>;
  readonly #matches = new Map<string, readonly number[]>();
  /** Lower-case texts of all records, for the fields searched so far. */
  readonly #texts = new Map<keyof LabelRecord, TextIndex>();

  constructor(records: LabelRecord[], options: LiveOptions) {
    this.#options = options;
    this.#records = records;
    this.#listed = [...records];
    this.#indexById = new Map(records.map((record, index) => [record.id, index]));
  }

  get records(): readonly LabelRecord[] {
    return this.#records;
  }

  /** Returns the record with this id, if any. */
  find(id: string): LabelRecord | undefined {
    const index = this.#indexById.get(id);
    return index === undefined ? undefined : this.#records[index];
  }

  /** Returns at most `count` of the matching labels, starting at index `start`. */
  slice(filter: ListParameters, start: number, count: number, now: number): LabelSlice {
    this.#showUpdates(now);
    this.#reads += 1;
    const criteria = criteriaOf(filter);
    const matches = criteria.length === 0 ? undefined : this.#matching(criteria);
    const total = matches?.length ?? this.#listed.length;
    const indexes = this.#inOrder(matches)?.slice(start, start + count);
    const records =
      indexes?.flatMap((index) => this.#listed[index] ?? []) ??
      this.#listed.slice(start, start + count);
    return { records, total };
  }

  /** Returns the updated record; `undefined` if there is no label with this id. */
  update(id: string, changes: LabelChanges, author: Author, now: number): LabelRecord | undefined {
    const index = this.#indexById.get(id);
    const before = this.find(id);
    if (index === undefined || before === undefined) {
      return undefined;
    }
    const record: LabelRecord = {
      ...changedRecord(before, changes),
      ...(this.#options.current.lateModifiedBy && { modifiedBy: author.userId }),
      // Two updates within a millisecond must still get different times.
      updateTime: new Date(Math.max(now, Date.parse(before.updateTime) + 1)).toISOString(),
    };
    this.#records[index] = record;
    this.#pending.push({ index, record, at: now, reads: this.#reads });
    this.#showUpdates(now);
    return record;
  }

  /** Returns the indexes in the order of this list request; `undefined` if that is the order of the records. */
  #inOrder(matches: readonly number[] | undefined): readonly number[] | undefined {
    const { unstableOrder } = this.#options.current;
    if (unstableOrder === 0) {
      return matches;
    }
    const random = createRandom(hashOf(String(this.#reads)));
    return shuffledNearby(matches ?? [...this.#listed.keys()], unstableOrder, random);
  }

  /** Applies updates to the lists once their lag is over. */
  #showUpdates(now: number): void {
    const { listLag, listLagReads } = this.#options.current;
    for (
      let [first] = this.#pending;
      first !== undefined && now - first.at >= listLag && this.#reads - first.reads >= listLagReads;
      [first] = this.#pending
    ) {
      const { index, record } = first;
      this.#pending.shift();
      this.#listed[index] = record;
      for (const [field, texts] of this.#texts) {
        texts.replace(index, searchText(record, field));
      }
      this.#matches.clear();
    }
  }

  #matching(criteria: readonly Criterion[]): readonly number[] {
    const key = JSON.stringify(criteria);
    const kept = this.#matches.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const found = this.#search(criteria);
    const oldest = this.#matches.keys().next();
    if (this.#matches.size >= keptSearches && oldest.done !== true) {
      this.#matches.delete(oldest.value);
    }
    this.#matches.set(key, found);
    return found;
  }

  #search(criteria: readonly Criterion[]): readonly number[] {
    // Start with the text that is searched in the fewest fields, as it has the fewest candidates.
    const texts = criteria
      .filter(isText)
      .map(({ fields, value }) => ({ fields, value: value.toLowerCase() }))
      .toSorted((one, other) => one.fields.length - other.fields.length);
    const others = criteria.filter((each) => !isText(each));
    const [first] = texts;
    const candidates = first === undefined ? [...this.#listed.keys()] : this.#indexesOf(first);
    return candidates.filter(
      (index) =>
        texts.every(({ fields, value }) =>
          fields.some((field) => this.#textsOf(field).includes(index, value)),
        ) &&
        others.every(({ fields, value }) =>
          fields.some((field) => this.#listed[index]?.[field] === value),
        ),
    );
  }

  /** Returns the indexes of the records that match the criterion, in ascending order. */
  #indexesOf({ fields, value }: Criterion<string>): readonly number[] {
    const found = new Set(fields.flatMap((field) => this.#textsOf(field).indexesOf(value)));
    return [...found].toSorted((left, right) => left - right);
  }

  #textsOf(field: keyof LabelRecord): TextIndex {
    let texts = this.#texts.get(field);
    if (texts === undefined) {
      texts = new TextIndex(this.#listed.map((record) => searchText(record, field)));
      this.#texts.set(field, texts);
    }
    return texts;
  }
}
