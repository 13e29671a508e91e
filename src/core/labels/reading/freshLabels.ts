import type { LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import { searchLabels, type LabelSearchOptions, type SoughtLabels } from './labelSearch.ts';

/** Labels to read, each with its possible codes. */
export type LabelsToRead = ReadonlyMap<LabelId, readonly string[]>;

/** Current state of labels in the service. */
export interface FreshLabels {
  readonly found: ReadonlyMap<LabelId, Label>;
  /** Labels that do not exist: neither queries for their codes nor all pages found them. */
  readonly gone: ReadonlySet<LabelId>;
  /** Labels that were not found although the service did not list all its labels, or that are unreadable. */
  readonly unknown: ReadonlySet<LabelId>;
}

/**
 * Reads the current state of labels in the service, among all labels. Throws the errors of `searchLabels`.
 */
export async function readFreshLabels(
  wanted: LabelsToRead,
  options: LabelSearchOptions,
): Promise<FreshLabels> {
  const queries = Array.from(wanted, ([id, codes]) => {
    const byCode: readonly LabelQuery[] = codes.map((labelCode) => ({ labelCode }));
    return [id, byCode] as const;
  });
  const sought = new LabelsById(new Map(queries));
  const { isComplete } = await searchLabels(sought, options);
  return sought.result(isComplete);
}

/**
 * Finds the label `id` by `queries`, the most likely first; undefined if not found. Throws the errors of
 * `searchLabels`.
 */
export async function findLabelById(
  id: LabelId,
  queries: readonly LabelQuery[],
  options: LabelSearchOptions,
): Promise<Label | undefined> {
  const sought = new LabelsById(new Map([[id, queries]]));
  await searchLabels(sought, options);
  return sought.result(false).found.get(id);
}

class LabelsById implements SoughtLabels {
  readonly mayHaveNamesakes = false;
  readonly #found = new Map<LabelId, Label>();
  readonly #missing: Map<LabelId, readonly LabelQuery[]>;
  readonly #unreadable = new Set<string>();

  constructor(wanted: ReadonlyMap<LabelId, readonly LabelQuery[]>) {
    this.#missing = new Map(wanted);
  }

  isOpen(): boolean {
    return this.#missing.size > 0;
  }

  *queries(): Generator<Iterable<LabelQuery>, void, undefined> {
    for (const [id, queries] of this.#missing) {
      if (queries.length > 0) {
        yield this.#whileMissing(id, queries);
      }
    }
  }

  take(entries: readonly (LabelOrUnreadable | ListEntry)[]): void {
    for (const entry of entries) {
      if (entry.kind === 'label') {
        // A label that is listed again may be newer, and must not be overwritten by an older one.
        if (this.#missing.delete(entry.label.id) || this.#found.has(entry.label.id)) {
          this.#found.set(entry.label.id, entry.label);
        }
      } else {
        const { record } = entry.unreadable;
        if (typeof record === 'object' && record !== null && 'id' in record) {
          this.#unreadable.add(String(record.id));
        }
      }
    }
  }

  result(isComplete: boolean): FreshLabels {
    const missing = Array.from(this.#missing.keys());
    const isGone = (id: LabelId): boolean => isComplete && !this.#unreadable.has(id);
    return {
      found: this.#found,
      gone: new Set(missing.filter(isGone)),
      unknown: new Set(missing.filter((id) => !isGone(id))),
    };
  }

  *#whileMissing(
    id: LabelId,
    queries: readonly LabelQuery[],
  ): Generator<LabelQuery, void, undefined> {
    for (const query of queries) {
      if (this.#missing.has(id)) {
        yield query;
      }
    }
  }
}
