import type { Label } from '../core/api/label.ts';
import type { LabelChanges } from '../core/api/labelFields.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Updates of single labels, by a save or a rename, each recorded for the Changes view. */
export interface LabelUpdates {
  /** Preloads the data needed to record an imminent `update`. */
  prepare(): void;
  /** Sends `changes` and returns the updated label. Throws the errors of the repository. */
  update(
    account: LabelAccount,
    label: Label,
    changes: LabelChanges,
    signal?: AbortSignal,
  ): Promise<Label>;
}
