import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { areSameValues, editableFields, editableValues } from '../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../async/slices.ts';
import type { WantedChanges } from './changeSet.ts';
import type { LabelsToRead } from './freshLabels.ts';

/** Labels of two accounts with the same code. */
export interface LabelPair {
  readonly code: string;
  readonly one: Label;
  readonly other: Label;
}

/** What can be said of the labels of one account only. */
export interface UnmatchedLabels {
  /** The other account has no label with their codes. In the order of the codes. */
  readonly only: readonly Label[];
  /** They have no code, or one that occurs more than once in one of the accounts. */
  readonly ambiguous: readonly Label[];
}

/** The labels of two accounts, matched by their codes. */
export interface AccountComparison {
  /** Pairs with different values, in the order of their codes. */
  readonly different: readonly LabelPair[];
  /** How many pairs have the same values. */
  readonly same: number;
  readonly one: UnmatchedLabels;
  readonly other: UnmatchedLabels;
}

/** How many labels or codes are dealt with at a time: few milliseconds' work. */
const sliceSize = 2000;

/** Compares the labels of two accounts, in slices with turns for other work of this process in between. */
export async function compareLabels(
  one: Iterable<Label>,
  other: Iterable<Label>,
): Promise<AccountComparison> {
  const groups = new Map<string, LabelsOfCode>();
  await group(one, groups, 'ones');
  await group(other, groups, 'others');
  const sorted = await sortInSlices(groups, ([first], [second]) => (first < second ? -1 : 1));
  const comparison = new GrowingComparison();
  for await (const slice of inSlices(sorted, sliceSize)) {
    for (const [code, labels] of slice) {
      comparison.add(code, labels);
    }
  }
  return comparison;
}

/**
 * What makes the labels of one side of `pairs` like those of the other one, which are `sources` by now. A
 * pair is left alone where one of them has another code than when they were compared.
 */
export async function wantedByComparison(
  pairs: readonly LabelPair[],
  target: 'one' | 'other',
  sources: ReadonlyMap<LabelId, Label>,
): Promise<WantedChanges> {
  const source = otherSide(target);
  const wanted = new Map<LabelId, Label>();
  const labels = new Map<LabelId, readonly string[]>();
  for await (const slice of inSlices(pairs, sliceSize)) {
    for (const pair of slice) {
      const current = sources.get(pair[source].id);
      if (current?.labelCode === pair.code) {
        wanted.set(pair[target].id, current);
        labels.set(pair[target].id, [pair.code]);
      }
    }
  }
  return {
    labels,
    wantedFor: ({ id, labelCode }) => {
      const current = wanted.get(id);
      return current === undefined || current.labelCode !== labelCode
        ? {}
        : editableValues(current);
    },
  };
}

/** The labels that those of one side of `pairs` are to become like, each with the code that it had. */
export async function sourcesOfComparison(
  pairs: readonly LabelPair[],
  target: 'one' | 'other',
): Promise<LabelsToRead> {
  const source = otherSide(target);
  const labels = new Map<LabelId, readonly string[]>();
  for await (const slice of inSlices(pairs, sliceSize)) {
    for (const pair of slice) {
      labels.set(pair[source].id, [pair.code]);
    }
  }
  return labels;
}

/** How many of the labels of one side of `pairs` have fields that the other one has empty: these stay. */
export async function keptByComparison(
  pairs: readonly LabelPair[],
  target: 'one' | 'other',
): Promise<number> {
  const source = otherSide(target);
  let count = 0;
  for await (const slice of inSlices(pairs, sliceSize)) {
    count += slice.filter((pair) =>
      editableFields.some(
        (field) => pair[source][field] === undefined && pair[target][field] !== undefined,
      ),
    ).length;
  }
  return count;
}

function otherSide(side: 'one' | 'other'): 'one' | 'other' {
  return side === 'one' ? 'other' : 'one';
}

/** The labels of both accounts with one code. */
interface LabelsOfCode {
  readonly ones: Label[];
  readonly others: Label[];
}

/** Adds labels to one side of the groups of their codes; those without a code have the empty one. */
async function group(
  labels: Iterable<Label>,
  groups: Map<string, LabelsOfCode>,
  side: keyof LabelsOfCode,
): Promise<void> {
  for await (const slice of inSlices(labels, sliceSize)) {
    for (const label of slice) {
      const code = label.labelCode ?? '';
      const found = groups.get(code) ?? { ones: [], others: [] };
      found[side].push(label);
      groups.set(code, found);
    }
  }
}

class GrowingComparison implements AccountComparison {
  readonly different: LabelPair[] = [];
  same = 0;
  readonly one = new Unmatched();
  readonly other = new Unmatched();

  add(code: string, { ones, others }: LabelsOfCode): void {
    const [first, second] = [ones[0], others[0]];
    if (code === '' || ones.length > 1 || others.length > 1) {
      append(this.one.ambiguous, ones);
      append(this.other.ambiguous, others);
    } else if (first === undefined || second === undefined) {
      append(this.one.only, ones);
      append(this.other.only, others);
    } else if (areSameValues(first, second)) {
      this.same++;
    } else {
      this.different.push({ code, one: first, other: second });
    }
  }
}

class Unmatched implements UnmatchedLabels {
  readonly only: Label[] = [];
  readonly ambiguous: Label[] = [];
}

/** There may be more than a call takes arguments. */
function append(labels: Label[], added: readonly Label[]): void {
  for (const label of added) {
    labels.push(label);
  }
}
