import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';

/** The partly loaded list that contains a label. */
export interface LabelSurroundings {
  /** Statuses seen among an account's labels. */
  statusesSeen(accountId: AccountId): ReadonlySet<number>;
  /** Returns whether the list has a label before and after another label, or may have one that is not loaded. */
  hasNeighbors(
    accountId: AccountId,
    labelId: LabelId,
  ): Readonly<Record<'previous' | 'next', boolean>>;
  /** Returns the label before or after another label, loading more if needed; undefined if there is none. */
  neighborOf(
    accountId: AccountId,
    labelId: LabelId,
    direction: 'previous' | 'next',
  ): Promise<Label | undefined>;
  /** Selects a label in the list if the list is visible, without moving the focus. */
  selectLabel(accountId: AccountId, labelId: LabelId): Promise<void>;
  /** Reveals a label in the list; returns whether the list contains it. */
  revealLabel(accountId: AccountId, labelId: LabelId): Promise<boolean>;
}
