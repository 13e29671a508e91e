import { createHash } from 'node:crypto';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelOrUnreadable, UnreadableLabel } from '../../api/label.ts';

/** What is in a list. Unreadable records are entries too; `key` tells them apart. */
export type ListEntry =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly key: string; readonly unreadable: UnreadableLabel };

/** Entries in the order of the service, each of them once. */
export class OrderedEntries {
  /** By ids; what has none by its place and content. An id is no string of its own: there are many. */
  readonly #entries = new Map<string | number, ListEntry>();
  #ordered: readonly ListEntry[] | undefined;

  get count(): number {
    return this.#entries.size;
  }

  /** The entries in their order; the same array until something changes. */
  all(): readonly ListEntry[] {
    // Exactly as long as it has to be, unlike what `Array.from` makes of an iterator.
    this.#ordered ??= [...this.#entries.values()];
    return this.#ordered;
  }

  /** The label with this id, if it is here and readable. */
  find(id: LabelId): Label | undefined {
    const entry = this.#entries.get(id);
    return entry?.kind === 'label' ? entry.label : undefined;
  }

  /**
   * Adds `records`, the first of which stands at `position` (from 0) in the order of the service. A
   * record that is there already keeps its place and gets its new content. Returns the new entries.
   */
  add(records: readonly LabelOrUnreadable[], position: number): readonly ListEntry[] {
    const added: ListEntry[] = [];
    for (const [index, record] of records.entries()) {
      const [key, entry] = keyedEntry(record, position + index);
      if (!this.#entries.has(key)) {
        added.push(entry);
      }
      this.#entries.set(key, entry);
    }
    this.#ordered = undefined;
    return added;
  }

  /** Gives a label its new content; false if it is not here. */
  replace(label: Label): boolean {
    if (!this.#entries.has(label.id)) {
      return false;
    }
    this.#entries.set(label.id, { kind: 'label', label });
    this.#ordered = undefined;
    return true;
  }
}

function keyedEntry(record: LabelOrUnreadable, position: number): [string | number, ListEntry] {
  if (record.kind === 'label') {
    return [record.label.id, record];
  }
  const { unreadable } = record;
  const id = idOf(unreadable.record) ?? placeOf(unreadable.record, position);
  return [id, { kind: 'unreadable', key: JSON.stringify(id), unreadable }];
}

function idOf(record: unknown): string | number | undefined {
  const id =
    typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? id : undefined;
}

/** What has no id is known by its place and content: two nulls in a list are two entries. */
function placeOf(record: unknown, position: number): string {
  const content = createHash('sha256').update(JSON.stringify(record) ?? '');
  return `at:${position}:${content.digest('hex').slice(0, 16)}`;
}
