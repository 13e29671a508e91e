import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import { changedLabel, type Label } from '../../../../../src/core/api/label.ts';
import {
  editableFields,
  type EditableField,
  type LabelChanges,
} from '../../../../../src/core/api/labelFields.ts';
import type { FreshLabels } from '../../../../../src/core/labels/reading/freshLabels.ts';

/** Who has written a value. */
export type Writer = 'nobody' | 'us' | 'them';

/** Key of a field of a label. */
export function keyOf(id: string, field: EditableField): string {
  return `${id}/${field}`;
}

/** Labels at a service that trims names, and that two people change. It knows who has written what. */
export class TwoPeopleService {
  readonly #labels: Map<LabelId, Label>;
  readonly #writes = new Map<string, { readonly writer: Writer; readonly number: number }>();
  /** Writes of the other person that this one has seen and accepted. */
  readonly #accepted = new Map<string, number>();
  #count = 0;

  constructor(labels: readonly Label[]) {
    this.#labels = new Map(labels.map((label) => [label.id, label]));
  }

  get labels(): readonly Label[] {
    return Array.from(this.#labels.values());
  }

  get(id: LabelId): Label | undefined {
    return this.#labels.get(id);
  }

  /** Changes a label as `writer` wants it. */
  write(writer: Writer, id: LabelId, changes: LabelChanges): void {
    const label = this.#labels.get(id);
    if (label === undefined) {
      return;
    }
    const { labelName } = changes;
    const trimmed = labelName === undefined ? {} : { labelName: labelName.trim() };
    this.#labels.set(id, changedLabel(label, { ...changes, ...trimmed }));
    for (const field of editableFields) {
      if (changes[field] !== undefined) {
        this.#writes.set(keyOf(id, field), { writer, number: ++this.#count });
      }
    }
  }

  remove(id: LabelId): void {
    this.#labels.delete(id);
  }

  /** This person has seen the present value of a field. */
  accept(id: string, field: EditableField): void {
    this.#accepted.set(keyOf(id, field), this.#writes.get(keyOf(id, field))?.number ?? 0);
  }

  writerOf(id: string, field: EditableField): Writer {
    return this.#writes.get(keyOf(id, field))?.writer ?? 'nobody';
  }

  /** Returns whether the other person has written the present value, which this one has not seen. */
  isForeign(id: string, field: EditableField): boolean {
    const key = keyOf(id, field);
    const write = this.#writes.get(key);
    return write?.writer === 'them' && write.number > (this.#accepted.get(key) ?? 0);
  }

  /** All labels as they are now; those that are missing are gone. */
  fresh(ids: Iterable<LabelId>): FreshLabels {
    const gone = new Set(Array.from(ids).filter((id) => !this.#labels.has(id)));
    return { found: new Map(this.#labels), gone, unknown: new Set() };
  }
}
