import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import type { LabelChanges } from '../../api/labelFields.ts';

/** Labels of an account, as needed for a rename. */
export interface RenamableLabels {
  /** Returns the current label; undefined if it no longer exists. */
  findAmongAll(
    id: LabelId,
    known: readonly Label[],
    signal: AbortSignal,
  ): Promise<Label | undefined>;
  update(label: Label, changes: LabelChanges, signal: AbortSignal): Promise<Label>;
  /** Reports the current values of a label. */
  publish(label: Label): void;
}

/**
 * Result of a rename. `keptTheirs`: somebody else has renamed the label, and the user kept that name.
 * `notApplied`: the service accepted the name but did not apply it. `gone`: the label no longer exists.
 */
export interface LabelRenameEnd {
  readonly kind: 'renamed' | 'keptTheirs' | 'notApplied' | 'gone';
  /** The current label; undefined if it no longer exists. */
  readonly label: Label | undefined;
}

/**
 * Renames `known` to `labelName`. Reads the label first: if somebody else has renamed it, asks `mayReplace`,
 * and reads the label again after each question, which can stay open for long. Throws as `labels` do.
 */
export async function renameLabel(
  labels: RenamableLabels,
  known: Label,
  labelName: string,
  mayReplace: (present: Label) => Promise<boolean>,
  signal: AbortSignal,
): Promise<LabelRenameEnd> {
  for (let seen = known; ;) {
    const label = await labels.findAmongAll(known.id, [seen, known], signal);
    if (label === undefined) {
      return { kind: 'gone', label };
    }
    if (label.labelName === labelName) {
      labels.publish(label);
      return { kind: 'renamed', label };
    }
    if (label.labelName === seen.labelName) {
      const updated = await labels.update(label, { labelName }, signal);
      return {
        kind: updated.labelName === label.labelName ? 'notApplied' : 'renamed',
        label: updated,
      };
    }
    if (!(await mayReplace(label))) {
      labels.publish(label);
      return { kind: 'keptTheirs', label };
    }
    seen = label;
  }
}
