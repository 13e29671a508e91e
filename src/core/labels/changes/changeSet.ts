import type { Account } from '../../account/account.ts';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import {
  editableFields,
  isEmpty,
  type EditableField,
  type FieldValue,
  type LabelChanges,
  type LabelValues,
} from '../../api/labelFields.ts';
import type { FreshLabels, LabelsToRead } from './freshLabels.ts';

/** What is to change in one field. */
export interface FieldChange {
  readonly field: EditableField;
  /** The value that the change was planned from; undefined if the field was empty. */
  readonly before: FieldValue | undefined;
  /** The value wanted; undefined to empty the field, which the service cannot do. */
  readonly wanted: FieldValue | undefined;
}

/** What is to change in one label. */
export interface LabelChange {
  readonly id: LabelId;
  /** As they were when the change was planned: what people know the label by. */
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** What makes change sets. */
export const changeOrigins = [
  'setStatus',
  'import',
  'replace',
  'compare',
  'proposal',
  'undo',
] as const;

/** What has made a change set. */
export type ChangeOrigin = (typeof changeOrigins)[number];

/** Changes of labels of one account: what a person agrees to, and a run carries out. */
export interface ChangeSet {
  readonly account: Account;
  /** What it is about, fit to be shown. */
  readonly title: string;
  readonly origin: ChangeOrigin;
  /** The run that it takes back. */
  readonly undoes?: string;
  readonly changes: readonly LabelChange[];
}

/** What somebody wants of labels, whatever they hold when it is planned. */
export interface WantedChanges {
  /** The labels, in the order in which their changes are shown and sent. */
  readonly labels: LabelsToRead;
  /** Returns the values that `label`, as it is now, is to get; fields that it leaves out stay. */
  readonly wantedFor: (label: Label) => LabelChanges;
}

/** A change set's changes, and what became of the other labels that it was planned for. */
export interface ChangePlan {
  readonly changes: readonly LabelChange[];
  /** The labels that change, as they were read. */
  readonly labels: ReadonlyMap<LabelId, Label>;
  /** How many labels have the wanted values already. */
  readonly unchanged: number;
  /** The labels that the service does not have. */
  readonly gone: readonly LabelId[];
  /** The labels that were not found, while the service has not shown all that it has. */
  readonly unknown: readonly LabelId[];
}

/** Plans what gives each label the values wanted, where `fresh` is what the service has said about them. */
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

/** What gives `label` the values that it does not hold yet; undefined if it holds all. */
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

/** Whether the service may have made `one` of `other`: texts may be trimmed and normalized, numbers not. */
export function isSameInNormalForm(
  one: FieldValue | undefined,
  other: FieldValue | undefined,
): boolean {
  return normalForm(one) === normalForm(other);
}

function normalForm(value: FieldValue | undefined): FieldValue | undefined {
  return typeof value === 'string' ? value.normalize('NFC').trim().replaceAll(/\s+/gu, ' ') : value;
}

/** Whether `now` is what the service may have made of the value sent, and not the one of before. */
export function hasBecome(
  now: FieldValue | undefined,
  {
    after,
    before,
  }: { readonly before?: FieldValue | undefined; readonly after?: FieldValue | undefined },
): boolean {
  return now === after || (now !== before && isSameInNormalForm(now, after));
}
