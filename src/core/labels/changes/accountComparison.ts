import type { Label } from '../../api/label.ts';
import {
  areSameValues,
  editableFields,
  editableValues,
  type LabelChanges,
} from '../../api/labelFields.ts';
import type { WantedChanges } from './changeSet.ts';

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

/** Compares the labels of two accounts. */
export function compareLabels(one: Iterable<Label>, other: Iterable<Label>): AccountComparison {
  const [oneByCode, otherByCode] = [byCode(one), byCode(other)];
  const different: LabelPair[] = [];
  const [unmatchedOne, unmatchedOther] = [new Unmatched(), new Unmatched()];
  let same = 0;
  const codes = new Set([...oneByCode.keys(), ...otherByCode.keys()]);
  for (const code of Array.from(codes).sort()) {
    const [ones, others] = [oneByCode.get(code) ?? [], otherByCode.get(code) ?? []];
    const [first, second] = [ones[0], others[0]];
    if (code === '' || ones.length > 1 || others.length > 1) {
      append(unmatchedOne.ambiguous, ones);
      append(unmatchedOther.ambiguous, others);
    } else if (first === undefined || second === undefined) {
      append(unmatchedOne.only, ones);
      append(unmatchedOther.only, others);
    } else if (areSameValues(first, second)) {
      same++;
    } else {
      different.push({ code, one: first, other: second });
    }
  }
  return { different, same, one: unmatchedOne, other: unmatchedOther };
}

/** What makes the labels of one side of `pairs` like those of the other one. */
export function wantedByComparison(
  pairs: readonly LabelPair[],
  target: 'one' | 'other',
): WantedChanges {
  const wanted = new Map(
    pairs.map((pair): [string, { readonly code: string; readonly values: LabelChanges }] => {
      const source = target === 'one' ? pair.other : pair.one;
      return [pair[target].id, { code: pair.code, values: editableValues(source) }];
    }),
  );
  return {
    labels: new Map(pairs.map((pair) => [pair[target].id, [pair.code]])),
    // A label that has another code now is not what was compared.
    wantedFor: ({ id, labelCode }) => {
      const found = wanted.get(id);
      return found?.code === labelCode ? (found?.values ?? {}) : {};
    },
  };
}

/** How many of the labels of one side of `pairs` have fields that the other one has empty: these stay. */
export function keptByComparison(pairs: readonly LabelPair[], target: 'one' | 'other'): number {
  return pairs.filter((pair) => {
    const source = target === 'one' ? pair.other : pair.one;
    return editableFields.some(
      (field) => source[field] === undefined && pair[target][field] !== undefined,
    );
  }).length;
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

/** Labels by their codes; those without one have the empty one. */
function byCode(labels: Iterable<Label>): ReadonlyMap<string, readonly Label[]> {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const code = label.labelCode ?? '';
    const group = groups.get(code);
    if (group === undefined) {
      groups.set(code, [label]);
    } else {
      group.push(label);
    }
  }
  return groups;
}
