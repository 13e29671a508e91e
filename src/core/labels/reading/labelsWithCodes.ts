import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import { searchLabels, type LabelSearchOptions, type SoughtLabels } from './labelSearch.ts';

/** Returns the current labels that have one of `codes`. Throws the errors of `searchLabels`. */
export async function labelsWithCodes(
  codes: Iterable<string>,
  options: LabelSearchOptions,
): Promise<readonly Label[]> {
  const sought = new LabelsByCode(new Set(codes));
  await searchLabels(sought, options);
  return sought.found;
}

class LabelsByCode implements SoughtLabels {
  readonly mayHaveNamesakes = true;
  readonly #codes: ReadonlySet<string>;
  readonly #found = new Map<string, Label>();

  constructor(codes: ReadonlySet<string>) {
    this.#codes = codes;
  }

  get found(): readonly Label[] {
    return Array.from(this.#found.values());
  }

  /** False: an unused code is not searched any further. */
  isOpen(): boolean {
    return false;
  }

  *queries(): Generator<Iterable<LabelQuery>, void, undefined> {
    for (const labelCode of this.#codes) {
      yield [{ labelCode }];
    }
  }

  take(entries: readonly LabelOrUnreadable[]): void {
    for (const { label } of entries.filter((entry) => entry.kind === 'label')) {
      if (this.#codes.has(label.labelCode ?? '')) {
        this.#found.set(label.id, label);
      }
    }
  }
}
