import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { Progress } from '../percentSteps.ts';
import { concurrentRequests } from '../requestLimits.ts';
import { CompleteWalk } from './completeWalk.ts';
import { readByCode } from './labelsByCode.ts';
import type { LabelPageSource } from './labelWalk.ts';

/** What was found by a list of codes and ids. */
export interface FoundByList {
  /** In the order of the list, each once. */
  readonly labels: readonly Label[];
  readonly notFound: readonly string[];
  /** Entries that are the code of several labels, all of which are in `labels`. */
  readonly ambiguous: readonly string[];
  /** How many labels the service has not listed, of those that it says to have: one may be sought. */
  readonly missing: number;
}

/** Where to look, and how to end that. */
export interface ListSearchOptions {
  readonly source: LabelPageSource;
  readonly signal: AbortSignal;
  readonly onProgress?: Progress | undefined;
}

/** What separates entries for certain. */
const separators = /[\n\r\t,;|]+/;

/** A piece in quotation marks, in which nothing separates; `""` stands for one of them. */
const quoted = /"((?:[^"]|"")*)"/g;

/** Stands for a quoted piece while the rest is taken apart: no text that is typed holds it. */
const placeholder = /\uFFFF(\d+)\uFFFF/g;

/** Up to this number of entries are asked for by their codes first, rather than by all pages. */
const maximumByCode = 10 * concurrentRequests;

/**
 * The entries of a list as people paste it, each once: separated by line breaks, tabs, commas, semicolons
 * or bars, and only if there is none of these, by spaces.
 */
export function listEntries(text: string): readonly string[] {
  const pieces: string[] = [];
  const masked = text.replaceAll(quoted, (_, piece: string) => {
    pieces.push(piece.replaceAll('""', '"'));
    return `\uFFFF${pieces.length - 1}\uFFFF`;
  });
  const parts = masked.split(separators.test(masked) ? separators : /\s+/);
  const entries = parts.map((part) =>
    part.trim().replaceAll(placeholder, (_, index: string) => pieces[Number(index)] ?? ''),
  );
  return Array.from(new Set(entries.filter((entry) => entry !== '')));
}

/**
 * Looks for labels by their codes and ids, whichever an entry is; a code goes first. Throws what the
 * source throws, and `CancelledError`.
 */
export async function findByList(
  entries: readonly string[],
  options: ListSearchOptions,
): Promise<FoundByList> {
  const search = new ListSearch(entries);
  if (entries.length <= maximumByCode) {
    const { signal, source } = options;
    await readByCode(entries, { source, signal, whenRateLimited: 'wait' }, (records) =>
      search.take(records),
    );
  }
  let missing = 0;
  if (search.isOpen) {
    const walk = new CompleteWalk(options.source, {});
    for await (const found of walk.entries(options.signal)) {
      search.take(found);
      options.onProgress?.(walk.count, walk.total);
    }
    ({ missing } = walk);
  }
  return search.result(missing);
}

class ListSearch {
  readonly #byCode = new Map<string, Map<string, Label>>();
  readonly #byId = new Map<string, Label>();
  readonly #entries: readonly string[];
  readonly #sought: ReadonlySet<string>;

  constructor(entries: readonly string[]) {
    this.#entries = entries;
    this.#sought = new Set(entries);
  }

  /** Whether some entries have led to no label. */
  get isOpen(): boolean {
    return this.#entries.some((entry) => this.#labelsOf(entry).length === 0);
  }

  take(entries: readonly LabelOrUnreadable[]): void {
    for (const { label } of entries.filter((entry) => entry.kind === 'label')) {
      const { id, labelCode = '' } = label;
      if (this.#sought.has(labelCode)) {
        const withCode = this.#byCode.get(labelCode) ?? new Map<string, Label>();
        this.#byCode.set(labelCode, withCode.set(id, label));
      }
      if (this.#sought.has(id)) {
        this.#byId.set(id, label);
      }
    }
  }

  result(missing: number): FoundByList {
    const labels = new Map<string, Label>();
    const notFound: string[] = [];
    const ambiguous: string[] = [];
    for (const entry of this.#entries) {
      const found = this.#labelsOf(entry);
      if (found.length === 0) {
        notFound.push(entry);
      } else if (found.length > 1) {
        ambiguous.push(entry);
      }
      for (const label of found) {
        labels.set(label.id, label);
      }
    }
    return { labels: Array.from(labels.values()), notFound, ambiguous, missing };
  }

  #labelsOf(entry: string): readonly Label[] {
    const byCode = Array.from(this.#byCode.get(entry)?.values() ?? []);
    const byId = this.#byId.get(entry);
    return byCode.length > 0 || byId === undefined ? byCode : [byId];
  }
}
