import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import { commandIds } from '../ids.ts';
import {
  activeLabelUri,
  showLabelDocument,
  type LabelPresentation,
  type OpenLabel,
} from './openLabel.ts';

/** What the commands of the label editor need. */
export interface LabelEditorCommandsOptions {
  readonly openLabel: OpenLabel;
  /** Returns the label that a row of the view stands for; undefined if none. */
  readonly labelOfRow: (
    row: unknown,
  ) => { readonly accountId: AccountId; readonly label: Label } | undefined;
}

/** Commands that open a label; without a row they show the active label document the other way. */
export function labelEditorCommands({ labelOfRow, openLabel }: LabelEditorCommandsOptions) {
  const open = async (
    row: unknown,
    as: LabelPresentation,
    focus?: 'preserveFocus',
  ): Promise<void> => {
    const target = labelOfRow(row);
    const active = activeLabelUri();
    if (target !== undefined) {
      const preserveFocus = focus === 'preserveFocus';
      await openLabel(target.accountId, target.label, as, { preserveFocus });
    } else if (active !== undefined) {
      await showLabelDocument(active, as);
    }
  };
  return {
    [commandIds.editLabel]: async (row, focus) => await open(row, 'form', focus),
    [commandIds.editLabelAsJson]: async (row) => await open(row, 'json'),
  } satisfies Partial<CommandHandlers>;
}
