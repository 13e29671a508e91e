import type { FieldChange } from './labelRecord.ts';

/** Who updates a label. */
export interface Author {
  readonly userId: string;
  /** The `jti` of the access token; absent for an update in process. */
  readonly tokenId?: string;
}

/** An update that the service has applied to a label. */
export interface LabelUpdate extends Author {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tenantId: string;
  readonly labelId: string;
  readonly fields: readonly FieldChange[];
}

/** The latest updates of all labels, oldest first. */
export class LabelHistory {
  /** How many updates are kept at least. */
  static readonly limit = 50_000;
  #updates: LabelUpdate[] = [];

  /** Adds an update. */
  add(update: LabelUpdate): void {
    this.#updates.push(update);
    if (this.#updates.length >= 2 * LabelHistory.limit) {
      this.#updates = this.#updates.slice(-LabelHistory.limit);
    }
  }

  /** Returns the updates in a tenant, of all labels or of one. */
  updates(tenantId: string, labelId?: string): readonly LabelUpdate[] {
    return this.#updates.filter(
      (update) =>
        update.tenantId === tenantId && (labelId === undefined || update.labelId === labelId),
    );
  }
}
