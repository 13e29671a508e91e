import type { LabelId } from '../../account/labelAddress.ts';
import type { Label, LabelOrUnreadable, UnreadableLabel } from '../../api/label.ts';
import { hexDigestOf } from '../../text/digest.ts';

/** Entry of a list. Unreadable records are entries too, identified by `key`. */
export type ListEntry =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'unreadable'; readonly key: string; readonly unreadable: UnreadableLabel };

/** Distinct entries in the order of the service. */
export class OrderedEntries {
  /**
   * Entries by id, or by position and content if they have no id. Ids are not copied to other strings, as
   * there are many.
   */
  readonly #entries = new Map<string | number, ListEntry>();
  #ordered: readonly ListEntry[] | undefined;

  get count(): number {
    return this.#entries.size;
  }

  /** Entries in order; the same array until something changes. */
  all(): readonly ListEntry[] {
    // A spread array has exactly the required capacity, unlike the result of `Array.from` for an iterator.
    this.#ordered ??= [...this.#entries.values()];
    return this.#ordered;
  }

  /** Returns the label with this id, if present and readable. */
  find(id: LabelId): Label | undefined {
    const entry = this.#entries.get(id);
    return entry?.kind === 'label' ? entry.label : undefined;
  }

  /**
   * Adds `records`, the first of which is at `position` (from 0) in the order of the service. An existing
   * record keeps its place and gets the new content. Returns the new entries.
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

  /** Replaces the content of a label; returns false if the list does not contain it. */
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

/** Key of a record without an id, from its position and content: two nulls in a list are two entries. */
function placeOf(record: unknown, position: number): string {
  return `at:${position}:${hexDigestOf(JSON.stringify(record) ?? '', 16)}`;
}
