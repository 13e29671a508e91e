import { generateLabels } from './labelGenerator.ts';
import type { LabelChanges, LabelRecord } from './labelRecord.ts';

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

/** Lower-case texts of a record, kept for the next search. */
interface SearchText {
  readonly code: string;
  readonly name: string;
}

const keptSearches = 32;

function searchTextOf(record: LabelRecord): SearchText {
  return {
    code: record.labelCode.toLowerCase(),
    name: (record.labelName ?? '').toLowerCase(),
  };
}

/** The labels of one tenant, in memory. */
class TenantLabels {
  readonly #records: LabelRecord[];
  readonly #indexById: ReadonlyMap<string, number>;
  readonly #matches = new Map<string, readonly number[]>();
  #searchTexts: SearchText[] | undefined;

  constructor(records: LabelRecord[]) {
    this.#records = records;
    this.#indexById = new Map(records.map((record, index) => [record.id, index]));
  }

  get records(): readonly LabelRecord[] {
    return this.#records;
  }

  slice(filter: LabelFilter, start: number, count: number): LabelSlice {
    if (Object.values(filter).every((value) => value === undefined)) {
      return { records: this.#records.slice(start, start + count), total: this.#records.length };
    }
    const matches = this.#matching(filter);
    const records = matches
      .slice(start, start + count)
      .flatMap((index) => this.#records[index] ?? []);
    return { records, total: matches.length };
  }

  update(id: string, changes: LabelChanges, now: number): LabelRecord | undefined {
    const index = this.#indexById.get(id);
    const before = index === undefined ? undefined : this.#records[index];
    if (index === undefined || before === undefined) {
      return undefined;
    }
    const { labelCode, labelName, labelStatus } = changes;
    const after: LabelRecord = {
      ...before,
      ...(labelCode !== undefined && { labelCode }),
      ...(labelName !== undefined && { labelName }),
      ...(labelStatus !== undefined && { labelStatus }),
      // Two updates within a millisecond must still get different times.
      updateTime: new Date(Math.max(now, Date.parse(before.updateTime) + 1)).toISOString(),
    };
    this.#records[index] = after;
    if (this.#searchTexts !== undefined) {
      this.#searchTexts[index] = searchTextOf(after);
    }
    this.#matches.clear();
    return after;
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
    this.#searchTexts ??= this.#records.map(searchTextOf);
    const q = filter.q?.toLowerCase();
    const code = filter.labelCode?.toLowerCase();
    const name = filter.labelName?.toLowerCase();
    const found: number[] = [];
    for (const [index, text] of this.#searchTexts.entries()) {
      if (
        (q === undefined || text.code.includes(q) || text.name.includes(q)) &&
        (code === undefined || text.code.includes(code)) &&
        (name === undefined || text.name.includes(name)) &&
        (filter.labelStatus === undefined ||
          this.#records[index]?.labelStatus === filter.labelStatus)
      ) {
        found.push(index);
      }
    }
    return found;
  }
}

/** The labels of all tenants; those of a tenant are generated on first use. */
export class LabelStore {
  readonly #seed: number;
  readonly #count: number;
  readonly #now: () => number;
  readonly #byTenant = new Map<string, TenantLabels>();

  constructor(seed: number, count: number, now: () => number) {
    this.#seed = seed;
    this.#count = count;
    this.#now = now;
  }

  /** Returns all labels of a tenant in the service's order. */
  all(tenantId: string): readonly LabelRecord[] {
    return this.#of(tenantId).records;
  }

  /** Returns at most `count` of the matching labels, from index `start` on. */
  slice(tenantId: string, filter: LabelFilter, start: number, count: number): LabelSlice {
    return this.#of(tenantId).slice(filter, start, count);
  }

  /** Returns the record after the change, or `undefined` if there is no such id. */
  update(tenantId: string, id: string, changes: LabelChanges): LabelRecord | undefined {
    return this.#of(tenantId).update(id, changes, this.#now());
  }

  #of(tenantId: string): TenantLabels {
    let labels = this.#byTenant.get(tenantId);
    if (labels === undefined) {
      labels = new TenantLabels(generateLabels(this.#seed, tenantId, this.#count));
      this.#byTenant.set(tenantId, labels);
    }
    return labels;
  }
}
