import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';

/** Where a label is in the list that the user sees, of which a part is loaded. */
export interface LabelSurroundings {
  /** The label before or after another one; undefined if there is none. */
  neighbourOf(
    accountId: AccountId,
    labelId: LabelId,
    direction: 'previous' | 'next',
  ): Label | undefined;
  /** Shows a label in the list; returns whether it is there. */
  revealLabel(accountId: AccountId, labelId: LabelId): Promise<boolean>;
}
