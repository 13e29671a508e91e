import type { Author } from './labelHistory.ts';
import { changedRecord, type LabelChanges, type LabelRecord } from './labelRecord.ts';
import type { LiveOptions } from './options.ts';
import { createRandom, disturbed, hashOf } from './randomness.ts';
import { TextIndex } from './textIndex.ts';

/** The filter of a list; `labelEndpoints.ts` describes each field. */
export interface LabelFilter {
  readonly q?: string | undefined;
  readonly labelCode?: string | undefined;
  readonly labelName?: string | undefined;
  readonly labelStatus?: number | undefined;
}

/** One page of the labels that match, and how many match in all. */
export interface LabelSlice {
  readonly records: readonly LabelRecord[];
  readonly total: number;
}

const keptSearches = 32;

/** The lower-case texts of all records, kept for the next search. */
interface SearchTexts {
  readonly codes: TextIndex;
  readonly names: TextIndex;
}

function codeOf({ labelCode }: LabelRecord): string {
  return labelCode.toLowerCase();
}

function nameOf({ labelName }: LabelRecord): string {
  return (labelName ?? '').toLowerCase();
}

/** An update that lists may not show yet. */
interface PendingUpdate {
  readonly index: number;
  readonly record: LabelRecord;
  readonly at: number;
  /** The number of list requests before it. */
  readonly reads: number;
}

/** The labels of one tenant, in memory. */
export class TenantLabels {
  readonly #options: LiveOptions;
  readonly #records: LabelRecord[];
  /** The records as lists show them. */
  readonly #listed: LabelRecord[];
  readonly #pending: PendingUpdate[] = [];
  #reads = 0;
  readonly #indexById: ReadonlyMap<string, number>;
  readonly #matches = new Map<string, readonly number[]>();
  #searchTexts: SearchTexts | undefined;

  constructor(records: LabelRecord[], options: LiveOptions) {
    this.#options = options;
    this.#records = records;
    this.#listed = [...records];
    this.#indexById = new Map(records.map((record, index) => [record.id, index]));
  }

  get records(): readonly LabelRecord[] {
    return this.#records;
  }

  /** Returns the record with the id, if there is one. */
  find(id: string): LabelRecord | undefined {
    const index = this.#indexById.get(id);
    return index === undefined ? undefined : this.#records[index];
  }

  /** Returns at most `count` of the matching labels, from index `start` on. */
  slice(filter: LabelFilter, start: number, count: number, now: number): LabelSlice {
    this.#showUpdates(now);
    this.#reads += 1;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const matches = isFiltered ? this.#matching(filter) : undefined;
    const total = matches?.length ?? this.#listed.length;
    const indexes = this.#inOrder(matches)?.slice(start, start + count);
    const records =
      indexes?.flatMap((index) => this.#listed[index] ?? []) ??
      this.#listed.slice(start, start + count);
    return { records, total };
  }

  /** Returns the record after the change, or `undefined` if there is no such id. */
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

  /** Returns the indexes in the order that this list has; `undefined` if it is that of the records. */
  #inOrder(matches: readonly number[] | undefined): readonly number[] | undefined {
    const { unstableOrder } = this.#options.current;
    if (unstableOrder === 0) {
      return matches;
    }
    const random = createRandom(hashOf(String(this.#reads)));
    return disturbed(matches ?? [...this.#listed.keys()], unstableOrder, random);
  }

  /** Lets lists show the updates that no longer lag. */
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
      this.#searchTexts?.codes.replace(index, codeOf(record));
      this.#searchTexts?.names.replace(index, nameOf(record));
      this.#matches.clear();
    }
  }

  #matching(filter: LabelFilter): readonly number[] {
    const key = JSON.stringify([
      filter.q ?? null,
      filter.labelCode ?? null,
      filter.labelName ?? null,
      filter.labelStatus ?? null,
    ]);
    const kept = this.#matches.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const found = this.#search(filter);
    const oldest = this.#matches.keys().next();
    if (this.#matches.size >= keptSearches && oldest.done !== true) {
      this.#matches.delete(oldest.value);
    }
    this.#matches.set(key, found);
    return found;
  }

  #search(filter: LabelFilter): readonly number[] {
    const { codes, names } = (this.#searchTexts ??= {
      codes: new TextIndex(this.#listed.map(codeOf)),
      names: new TextIndex(this.#listed.map(nameOf)),
    });
    const q = filter.q?.toLowerCase();
    const code = filter.labelCode?.toLowerCase();
    const name = filter.labelName?.toLowerCase();
    return this.#candidates({ codes, names }, { q, code, name }).filter(
      (index) =>
        (q === undefined || codes.includes(index, q) || names.includes(index, q)) &&
        (code === undefined || codes.includes(index, code)) &&
        (name === undefined || names.includes(index, name)) &&
        (filter.labelStatus === undefined ||
          this.#listed[index]?.labelStatus === filter.labelStatus),
    );
  }

  /** Returns the indexes of the records that one of the texts leaves, in ascending order. */
  #candidates(
    { codes, names }: SearchTexts,
    { q, code, name }: Readonly<Record<'q' | 'code' | 'name', string | undefined>>,
  ): readonly number[] {
    if (code !== undefined) {
      return codes.indexesOf(code);
    }
    if (name !== undefined) {
      return names.indexesOf(name);
    }
    if (q !== undefined) {
      const found = new Set([...codes.indexesOf(q), ...names.indexesOf(q)]);
      return [...found].toSorted((left, right) => left - right);
    }
    return [...this.#listed.keys()];
  }
}
