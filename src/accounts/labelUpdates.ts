import type { Label } from '../core/api/label.ts';
import type { LabelChanges } from '../core/api/labelFields.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Updates of single labels, by a save or a rename, each recorded for the Changes view. */
export interface LabelUpdates {
  /** Preloads the data that the record of an imminent `update` needs. */
  prepare(): void;
  /** Sends `changes` and returns the updated label. Throws as the repository does. */
  update(
    account: LabelAccount,
    label: Label,
    changes: LabelChanges,
    signal?: AbortSignal,
  ): Promise<Label>;
}
