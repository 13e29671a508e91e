import * as vscode from 'vscode';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { ChosenLabels } from '../accounts/commandTargets.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { AccountId } from '../core/account/account.ts';
import { parseLabelUri } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { systemClock } from '../core/async/clock.ts';
import { commandIds } from '../ids.ts';
import { notify } from '../surfaces/notify.ts';
import { DoubleClicks } from './doubleClicks.ts';
import { showLabelDocument, type LabelPresentation } from './openLabel.ts';
import type { RenameOptions } from './renameInput.ts';

/** Dependencies of the label editor's commands. */
export interface LabelEditorCommandsOptions extends RenameOptions {
  /** Returns the label document on which a command is run; undefined if there is none. */
  readonly targetDocument: (argument: unknown) => vscode.Uri | undefined;
  /** Shows a label document as a form, with the name selected. */
  readonly openAtName: (uri: vscode.Uri) => Promise<void>;
  /** Returns the label of a row in the view; undefined if there is none. */
  readonly labelOfRow: (
    row: unknown,
  ) => { readonly accountId: AccountId; readonly label: Label } | undefined;
  /** Saves the label in the active form, and opens the next one. */
  readonly saveAndNext: () => Promise<void>;
  /** Returns the labels of `row`, or the selected labels if it is not a row; notifies the user if there are none. */
  readonly labelsOf: (row: unknown) => Promise<ChosenLabels>;
}

/**
 * Commands that open a label, switch the open label between form and JSON, save it and open the next, and
 * rename a label.
 */
export function labelEditorCommands(options: LabelEditorCommandsOptions) {
  const { targetDocument, labelOfRow, openAtName, openLabel, saveAndNext } = options;
  const doubleClicks = new DoubleClicks(systemClock);
  const open = async (
    argument: unknown,
    as: LabelPresentation,
    isClick: boolean,
  ): Promise<void> => {
    const target = labelOfRow(argument);
    const document = targetDocument(argument);
    if (target !== undefined) {
      const { accountId, label } = target;
      const isGlance = isClick && !doubleClicks.isSecond(`${accountId}/${label.id}`);
      await openLabel(accountId, label, as, { preview: isGlance, preserveFocus: isGlance });
    } else if (document !== undefined) {
      await showLabelDocument(document, as);
    }
  };
  return {
    [commandIds.editLabel]: async (row, by) => await open(row, 'form', by === 'click'),
    [commandIds.editLabelAsJson]: async (row) => await open(row, 'json', false),
    [commandIds.saveAndNext]: saveAndNext,
    // F2 passes the focused row, as VS Code does for buttons above a tree. Without a row, the command applies
    // to the label in the active editor, whatever is selected in the view.
    [commandIds.renameLabel]: async (row) => {
      const document = row === undefined ? targetDocument(row) : undefined;
      if (document !== undefined) {
        const address = parseLabelUri(document);
        const shown = address && options.accounts.find(address.accountId);
        if (shown !== undefined) {
          assertWritable(shown);
        }
        await openAtName(document);
        return;
      }
      const { renameInPlace } = await import('./renameInput.ts');
      const { account, labels } = await options.labelsOf(row);
      const [label, ...others] = labels;
      if (account !== undefined && label !== undefined && others.length === 0) {
        await renameInPlace(account.account.id, label, options);
      } else if (others.length > 0) {
        await notify('information', vscode.l10n.t('Select a single label to rename it.'));
      }
    },
  } satisfies Partial<CommandHandlers>;
}
