import { createHash } from 'node:crypto';
import type { LabelId } from '../../account/labelId.ts';
import type { Label, LabelOrUnreadable, UnreadableLabel } from '../../api/label.ts';

/** A row of a list. Unreadable records are rows too; `key` tells them apart. */
export type ListEntry =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly key: string; readonly unreadable: UnreadableLabel };

/** Rows in the order of the service, each of them once. */
export class OrderedEntries {
  readonly #rows = new Map<string, ListEntry>();
  #values: readonly ListEntry[] | undefined;
  #revision = 0;

  get count(): number {
    return this.#rows.size;
  }

  /** Goes up whenever rows are added or get new content. */
  get revision(): number {
    return this.#revision;
  }

  /** The rows in their order; the same array until something changes. */
  all(): readonly ListEntry[] {
    this.#values ??= Array.from(this.#rows.values());
    return this.#values;
  }

  /** The label with this id, where it has a readable row. */
  find(id: LabelId): Label | undefined {
    const row = this.#rows.get(keyOfId(id));
    return row?.kind === 'label' ? row.label : undefined;
  }

  /** Whether the label with this id has one of the first `count` rows: a row keeps its place. */
  hasAmongFirst(count: number, id: LabelId): boolean {
    const wanted = keyOfId(id);
    let left = count;
    for (const key of this.#rows.keys()) {
      if (left-- <= 0) {
        return false;
      }
      if (key === wanted) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds `records`, the first of which stands at `position` (from 0) in the order of the service. A
   * record that is there already keeps its place and gets its new content. Gives back the new rows.
   */
  add(records: readonly LabelOrUnreadable[], position: number): readonly ListEntry[] {
    const added: ListEntry[] = [];
    for (const [index, record] of records.entries()) {
      const [key, row] = keyedRow(record, position + index);
      if (!this.#rows.has(key)) {
        added.push(row);
      }
      this.#rows.set(key, row);
    }
    this.#touch();
    return added;
  }

  /** Gives a label's row its new content; false where the label has no row. */
  replace(label: Label): boolean {
    const key = keyOfId(label.id);
    if (!this.#rows.has(key)) {
      return false;
    }
    this.#rows.set(key, { kind: 'label', label });
    this.#touch();
    return true;
  }

  #touch(): void {
    this.#values = undefined;
    this.#revision++;
  }
}

function keyOfId(id: string | number): string {
  return `id:${JSON.stringify(id)}`;
}

function keyedRow(record: LabelOrUnreadable, position: number): [string, ListEntry] {
  if (record.kind === 'label') {
    return [keyOfId(record.label.id), record];
  }
  const { unreadable } = record;
  const key = unreadableKey(unreadable.record, position);
  return [key, { kind: 'unreadable', key, unreadable }];
}

/** What has no id is known by its place and content: two nulls in a list are two rows. */
function unreadableKey(record: unknown, position: number): string {
  const id =
    typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined;
  if ((typeof id === 'string' && id !== '') || typeof id === 'number') {
    return keyOfId(id);
  }
  const content = createHash('sha256').update(JSON.stringify(record) ?? '');
  return `at:${position}:${content.digest('hex').slice(0, 16)}`;
}
