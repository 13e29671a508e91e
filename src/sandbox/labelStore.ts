import type { ListParameters } from './labelFilter.ts';
import { generateLabels } from './labelGenerator.ts';
import { LabelHistory, type Author } from './labelHistory.ts';
import { fieldChanges, type LabelChanges, type LabelRecord } from './labelRecord.ts';
import type { LiveOptions } from './options.ts';
import { TenantLabels, type LabelSlice } from './tenantLabels.ts';

/** Labels of all tenants, generated on first use. */
export class LabelStore {
  readonly history = new LabelHistory();
  readonly #options: LiveOptions;
  readonly #now: () => number;
  readonly #byTenant = new Map<string, TenantLabels>();

  constructor(options: LiveOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /** Returns all labels of a tenant in the service's order. */
  all(tenantId: string): readonly LabelRecord[] {
    return this.#of(tenantId).records;
  }

  /** Returns the label with this id, if any. */
  find(tenantId: string, id: string): LabelRecord | undefined {
    return this.#of(tenantId).find(id);
  }

  /** Returns at most `count` of the matching labels, starting at index `start`. */
  slice(tenantId: string, filter: ListParameters, start: number, count: number): LabelSlice {
    return this.#of(tenantId).slice(filter, start, count, this.#now());
  }

  /** Returns the updated record; `undefined` if there is no label with this id. */
  update(
    tenantId: string,
    labelId: string,
    changes: LabelChanges,
    author: Author,
  ): LabelRecord | undefined {
    const at = this.#now();
    const before = this.find(tenantId, labelId);
    if (before !== undefined) {
      const fields = fieldChanges(before, changes);
      this.history.add({ at, tenantId, labelId, ...author, fields });
    }
    return this.#of(tenantId).update(labelId, changes, author, at);
  }

  #of(tenantId: string): TenantLabels {
    let labels = this.#byTenant.get(tenantId);
    if (labels === undefined) {
      labels = new TenantLabels(generateLabels(tenantId, this.#options.current), this.#options);
      this.#byTenant.set(tenantId, labels);
    }
    return labels;
  }
}
