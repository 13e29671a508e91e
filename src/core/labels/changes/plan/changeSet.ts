import type { Account } from '../../../account/account.ts';
import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import {
  type EditableField,
  editableFields,
  type FieldValue,
  isEmpty,
  type LabelChanges,
  type LabelValues,
} from '../../../api/labelFields.ts';
import { inSlices } from '../../../async/slices.ts';
import type { FreshLabels, LabelsToRead } from '../../reading/freshLabels.ts';
import type { UndoRedoDirection } from '../../undoRedoDirection.ts';

/** Change of one field. */
export interface FieldChange {
  readonly field: EditableField;
  /** Value that the change was planned from; undefined if the field was empty. */
  readonly before: FieldValue | undefined;
  /** Wanted value; undefined to empty the field, which the service does not support. */
  readonly wanted: FieldValue | undefined;
  /** Present if the change was planned from another value, and somebody else has set `before` since. */
  readonly conflict?: { readonly expected: FieldValue | undefined };
}

/** Change of one label. */
export interface LabelChange {
  readonly id: LabelId;
  /** Code when the change was planned, for display. */
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** Codes of a label before and after this change. */
export function codesOfChange({ code, fields }: LabelChange): readonly string[] {
  const ofFields = fields
    .filter(({ field }) => field === 'labelCode')
    .flatMap(({ before, wanted }) => [before, wanted]);
  const codes = [code, ...ofFields].flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value] : [],
  );
  return Array.from(new Set(codes));
}

/** Origins of change sets. */
export const changeOrigins = [
  'setStatus',
  'import',
  'replace',
  'compare',
  'proposal',
  'edit',
  'table',
  'undo',
  'redo',
] as const;

/** Origin of a change set. */
export type ChangeOrigin = (typeof changeOrigins)[number];

/** Returns whether changes of this origin are an undo or a redo. */
export function isUndoOrRedo(origin: ChangeOrigin): origin is UndoRedoDirection {
  return origin === 'undo' || origin === 'redo';
}

/** Changes of labels of one account, which the user agrees to and a run carries out. */
export interface ChangeSet {
  readonly account: Account;
  /** Title, for display. */
  readonly title: string;
  readonly origin: ChangeOrigin;
  /** Id of the run that it undoes. */
  readonly undoes?: string;
  /** Id of the run that it redoes. */
  readonly redoes?: string;
  readonly changes: readonly LabelChange[];
}

/** Wanted changes, which can be planned against any state of the labels. */
export interface WantedChanges {
  /** Labels in the order in which their changes are shown and sent. */
  readonly labels: LabelsToRead;
  /** Returns the new values of `label`, based on its current ones; omitted fields stay. */
  readonly wantedFor: (label: Label) => LabelChanges;
}

/** Changes of a change set, and the labels that it does not change. */
export interface ChangePlan {
  readonly changes: readonly LabelChange[];
  /** Labels that change, as read. */
  readonly labels: ReadonlyMap<LabelId, Label>;
  /** Number of labels that already have the wanted values. */
  readonly unchanged: number;
  /** Labels that do not exist in the service. */
  readonly gone: readonly LabelId[];
  /** Labels not found although the service has not listed all its labels. */
  readonly unknown: readonly LabelId[];
  /** Changed fields whose values somebody else has changed meanwhile; sent only if the user ticks the label. */
  readonly contested?: ContestedFields;
}

/** Fields that somebody else has changed meanwhile, by label. */
export type ContestedFields = ReadonlyMap<LabelId, ReadonlySet<EditableField>>;

/** Plans the changes that give each label its wanted values, based on its current state in the service. */
export function planChanges(
  { labels, wantedFor }: WantedChanges,
  { found, gone }: Pick<FreshLabels, 'found' | 'gone'>,
): ChangePlan {
  const changes: LabelChange[] = [];
  const changing = new Map<LabelId, Label>();
  const missing: LabelId[] = [];
  for (const id of labels.keys()) {
    const label = found.get(id);
    if (label === undefined) {
      missing.push(id);
      continue;
    }
    const change = changeTo(label, wantedFor(label));
    if (change !== undefined) {
      changes.push(change);
      changing.set(id, label);
    }
  }
  return {
    changes,
    labels: changing,
    unchanged: labels.size - changes.length - missing.length,
    gone: missing.filter((id) => gone.has(id)),
    unknown: missing.filter((id) => !gone.has(id)),
  };
}

/** Change that gives `label` the wanted values; undefined if it already has them all. */
function changeTo(label: Label, values: LabelChanges): LabelChange | undefined {
  const fields = editableFields.flatMap((field): FieldChange[] => {
    const [before, wanted] = [label[field], values[field]];
    return wanted === undefined || wanted === before ? [] : [{ field, before, wanted }];
  });
  const { id, labelCode: code, labelName: name } = label;
  return fields.length === 0 ? undefined : { id, code, name, fields };
}

/** The value of `field`; undefined if it is empty. */
export function valueOf(label: LabelValues, field: EditableField): FieldValue | undefined {
  const value = label[field];
  return isEmpty(value) ? undefined : value;
}

/**
 * Returns whether the service may have normalized `other` to `one`: it may trim and normalize texts, but not
 * numbers.
 */
export function isSameInNormalForm(
  one: FieldValue | undefined,
  other: FieldValue | undefined,
): boolean {
  return normalForm(one) === normalForm(other);
}

function normalForm(value: FieldValue | undefined): FieldValue | undefined {
  return typeof value === 'string' ? value.normalize('NFC').trim().replaceAll(/\s+/gu, ' ') : value;
}

/**
 * Returns whether `now` may be the sent value `after` as stored by the service: it equals `after`, or differs
 * from `before` and equals `after` in normal form.
 */
export function isStoredAs(
  now: FieldValue | undefined,
  {
    after,
    before,
  }: { readonly before?: FieldValue | undefined; readonly after?: FieldValue | undefined },
): boolean {
  return now === after || (now !== before && isSameInNormalForm(now, after));
}

/**
 * Plans like `planChanges`, yielding to other work of this process in between: an import may have any number of
 * labels.
 */
export async function planInSlices(
  { labels, wantedFor }: WantedChanges,
  fresh: Pick<FreshLabels, 'found' | 'gone'>,
): Promise<ChangePlan> {
  const plan = new GrowingPlan();
  for await (const slice of inSlices(labels)) {
    plan.add(planChanges({ labels: new Map(slice), wantedFor }, fresh));
  }
  return plan;
}

class GrowingPlan implements ChangePlan {
  readonly changes: LabelChange[] = [];
  readonly labels = new Map<LabelId, Label>();
  readonly gone: LabelId[] = [];
  readonly unknown: LabelId[] = [];
  unchanged = 0;

  /** Appends a slice, which is short enough to be spread. */
  add({ changes, gone, labels, unchanged, unknown }: ChangePlan): void {
    this.changes.push(...changes);
    this.gone.push(...gone);
    this.unknown.push(...unknown);
    this.unchanged += unchanged;
    for (const [id, label] of labels) {
      this.labels.set(id, label);
    }
  }
}
