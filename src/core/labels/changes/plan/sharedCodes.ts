import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import { inSlices } from '../../../async/slices.ts';
import type { ChangePlan } from './changeSet.ts';

/** A plan that was checked for codes that several labels would share. */
export interface CheckedPlan extends ChangePlan {
  /** Codes that several labels would share. */
  readonly sharedCodes: readonly string[];
}

/** Returns the codes that `plan` assigns. */
export async function newCodesIn({ changes }: Pick<ChangePlan, 'changes'>): Promise<Set<string>> {
  const codes = new Set<string>();
  for await (const slice of inSlices(changes)) {
    for (const { field, wanted } of slice.flatMap(({ fields }) => fields)) {
      if (field === 'labelCode' && typeof wanted === 'string') {
        codes.add(wanted);
      }
    }
  }
  return codes;
}

/**
 * Returns the codes that `plan` would give to several labels. `holders` are all labels that now have one of its
 * new codes.
 */
export async function sharedCodes(
  { changes }: Pick<ChangePlan, 'changes'>,
  holders: Iterable<Label>,
): Promise<readonly string[]> {
  const owners = new Map<string, LabelId>();
  const shared = new Set<string>();
  const changing = new Set<LabelId>();
  const take = (code: string, id: LabelId): void => {
    if (owners.has(code)) {
      shared.add(code);
    }
    owners.set(code, id);
  };
  for await (const slice of inSlices(changes)) {
    for (const { fields, id } of slice) {
      const wanted = fields.find(({ field }) => field === 'labelCode')?.wanted;
      if (typeof wanted === 'string') {
        changing.add(id);
        take(wanted, id);
      }
    }
  }
  for await (const slice of inSlices(holders)) {
    for (const { id, labelCode } of slice) {
      if (labelCode !== undefined && owners.has(labelCode) && !changing.has(id)) {
        take(labelCode, id);
      }
    }
  }
  return Array.from(shared);
}
