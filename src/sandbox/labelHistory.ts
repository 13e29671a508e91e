import type { FieldChange } from './labelRecord.ts';

/** Author of an update. */
export interface Author {
  readonly userId: string;
  /** The `jti` of the access token; undefined for an in-process update. */
  readonly tokenId?: string;
}

/** An applied update of a label. */
export interface LabelUpdate extends Author {
  /** Time in milliseconds since the epoch. */
  readonly at: number;
  readonly tenantId: string;
  readonly labelId: string;
  readonly fields: readonly FieldChange[];
}

/** Latest updates of all labels, oldest first. */
export class LabelHistory {
  /** Number of latest updates that are always kept. */
  static readonly limit = 50_000;
  #updates: LabelUpdate[] = [];

  /** Adds an update. */
  add(update: LabelUpdate): void {
    this.#updates.push(update);
    if (this.#updates.length >= 2 * LabelHistory.limit) {
      this.#updates = this.#updates.slice(-LabelHistory.limit);
    }
  }

  /** Returns the updates of a tenant's labels, or of one label. */
  updates(tenantId: string, labelId?: string): readonly LabelUpdate[] {
    return this.#updates.filter(
      (update) =>
        update.tenantId === tenantId && (labelId === undefined || update.labelId === labelId),
    );
  }
}
