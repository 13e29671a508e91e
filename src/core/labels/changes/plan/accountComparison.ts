import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import {
  editableFields,
  isSameValue,
  type EditableField,
  type LabelChanges,
} from '../../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../../async/slices.ts';
import type { LabelsToRead } from '../../reading/freshLabels.ts';
import type { WantedChanges } from './changeSet.ts';

/** Field that is compared between accounts; labels are matched by their codes. */
export type ComparedField = Exclude<EditableField, 'labelCode'>;

/** All compared fields. */
export const comparedFields: readonly ComparedField[] = editableFields.filter(
  (field) => field !== 'labelCode',
);

/** Labels of two accounts with the same code: `source` provides values, `target` receives them. */
export interface LabelPair {
  readonly code: string;
  readonly source: Label;
  readonly target: Label;
}

/** Labels of one account without a counterpart. */
interface UnmatchedLabels {
  /** Labels whose codes the other account lacks, in the order of the codes. */
  readonly only: readonly Label[];
  /** Labels without a code, or with a code that occurs more than once in an account. */
  readonly ambiguous: readonly Label[];
}

/** Labels of two accounts, matched by code. */
export interface AccountComparison {
  /** Pairs with different values, in the order of their codes. */
  readonly different: readonly LabelPair[];
  /** Number of pairs with the same values. */
  readonly same: number;
  readonly source: UnmatchedLabels;
  readonly target: UnmatchedLabels;
}

/** Compares the labels of two accounts, yielding to other work between slices. */
export async function compareLabels(
  source: Iterable<Label>,
  target: Iterable<Label>,
): Promise<AccountComparison> {
  const groups = new Map<string, LabelsOfCode>();
  await group(source, groups, 'source');
  await group(target, groups, 'target');
  const sorted = await sortInSlices(groups, ([first], [second]) => (first < second ? -1 : 1));
  const comparison = new GrowingComparison();
  for await (const slice of inSlices(sorted)) {
    for (const [code, labels] of slice) {
      comparison.add(code, labels);
    }
  }
  return comparison;
}

/**
 * Returns the changes that copy the values of `fields` from the sources to the targets of `pairs`. `sources`
 * are the sources as read now. Skips pairs in which a code has changed since the comparison.
 */
export async function wantedByComparison(
  pairs: readonly LabelPair[],
  sources: ReadonlyMap<LabelId, Label>,
  fields: readonly ComparedField[],
): Promise<WantedChanges> {
  const wanted = new Map<LabelId, Label>();
  const labels = new Map<LabelId, readonly string[]>();
  for await (const slice of inSlices(pairs)) {
    for (const { code, source, target } of slice) {
      const current = sources.get(source.id);
      if (current?.labelCode === code) {
        wanted.set(target.id, current);
        labels.set(target.id, [code]);
      }
    }
  }
  return {
    labels,
    wantedFor: ({ id, labelCode }) => {
      const current = wanted.get(id);
      return current === undefined || current.labelCode !== labelCode
        ? {}
        : valuesOf(current, fields);
    },
  };
}

/** Returns the sources of `pairs`, with their codes at the time of the comparison. */
export async function sourcesOfComparison(pairs: readonly LabelPair[]): Promise<LabelsToRead> {
  const labels = new Map<LabelId, readonly string[]>();
  for await (const slice of inSlices(pairs)) {
    for (const { code, source } of slice) {
      labels.set(source.id, [code]);
    }
  }
  return labels;
}

/** Numbers of pairs whose targets keep some or all of their values. */
export interface PairCounts {
  /** Pairs with the same values. */
  readonly same: number;
  /** Pairs in which the target keeps a value because the source is empty. */
  readonly kept: number;
}

/** Counts the pairs whose targets keep values of `fields`. */
export async function countPairs(
  pairs: readonly LabelPair[],
  fields: readonly ComparedField[],
): Promise<PairCounts> {
  const counts = { same: 0, kept: 0 };
  for await (const slice of inSlices(pairs)) {
    counts.same += slice.filter((pair) => isSame(pair, fields)).length;
    counts.kept += slice.filter(({ source, target }) =>
      fields.some((field) => source[field] === undefined && target[field] !== undefined),
    ).length;
  }
  return counts;
}

function isSame(
  { source, target }: Pick<LabelPair, 'source' | 'target'>,
  fields: readonly ComparedField[],
): boolean {
  return fields.every((field) => isSameValue(source[field], target[field]));
}

/** Non-empty values of `fields` of a label. */
function valuesOf(label: Label, fields: readonly ComparedField[]): LabelChanges {
  return Object.fromEntries(
    fields.flatMap((field) => (label[field] === undefined ? [] : [[field, label[field]]])),
  );
}

/** Labels of both accounts that have the same code. */
type LabelsOfCode = Readonly<Record<'source' | 'target', Label[]>>;

/** Groups the labels of one side by code; labels without a code get the empty code. */
async function group(
  labels: Iterable<Label>,
  groups: Map<string, LabelsOfCode>,
  side: keyof LabelsOfCode,
): Promise<void> {
  for await (const slice of inSlices(labels)) {
    for (const label of slice) {
      const code = label.labelCode ?? '';
      const found = groups.get(code) ?? { source: [], target: [] };
      found[side].push(label);
      groups.set(code, found);
    }
  }
}

class GrowingComparison implements AccountComparison {
  readonly different: LabelPair[] = [];
  same = 0;
  readonly source = new Unmatched();
  readonly target = new Unmatched();

  add(code: string, labels: LabelsOfCode): void {
    const [source, target] = [labels.source[0], labels.target[0]];
    if (code === '' || labels.source.length > 1 || labels.target.length > 1) {
      append(this.source.ambiguous, labels.source);
      append(this.target.ambiguous, labels.target);
    } else if (source === undefined || target === undefined) {
      append(this.source.only, labels.source);
      append(this.target.only, labels.target);
    } else if (isSame({ source, target }, comparedFields)) {
      this.same++;
    } else {
      this.different.push({ code, source, target });
    }
  }
}

class Unmatched implements UnmatchedLabels {
  readonly only: Label[] = [];
  readonly ambiguous: Label[] = [];
}

/** Appends without spreading: there may be more labels than a call takes arguments. */
function append(labels: Label[], added: readonly Label[]): void {
  for (const label of added) {
    labels.push(label);
  }
}
