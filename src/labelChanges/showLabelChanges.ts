import * as vscode from 'vscode';
import { accountTextOfRun } from '../accounts/accountText.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { formatDateTime } from '../commands/formatDate.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { EditableField } from '../core/api/labelFields.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import { outcomeKinds } from '../core/labels/changes/journal/labelOutcome.ts';
import {
  changesOfLabel,
  type RecordedChange,
} from '../core/labels/changes/journal/recordedChanges.ts';
import { fieldText, valueText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { notify } from '../surfaces/notify.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import type { ChangesView } from './changesView.ts';
import { runTitle } from './runTitle.ts';

/** Label whose changes are shown. */
export interface LabelOfChanges {
  readonly accountId: AccountId;
  readonly labelId: LabelId;
}

interface ShowLabelChangesOptions {
  readonly accounts: Pick<LabelAccounts, 'find'>;
  readonly journal: Pick<ChangeJournal, 'recordsOf' | 'runs'>;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
  readonly view: Pick<ChangesView, 'reveal'>;
}

/**
 * Lists the recorded changes of a label, newest first, with user, time, and old and new values. Reveals the
 * run that the user picks. Throws `StorageError`.
 */
export async function showLabelChanges(
  { accountId, labelId }: LabelOfChanges,
  { accounts, journal, statusNames, view }: ShowLabelChangesOptions,
): Promise<void> {
  const runs = (await journal.runs()).filter(({ header }) => header.account.id === accountId);
  const changes = await changesOfLabel(journal.recordsOf(runs.toReversed(), labelId), labelId);
  const [newest] = changes;
  if (newest === undefined) {
    const message = vscode.l10n.t(
      'No changes to this label have been sent from this machine. Changes made elsewhere are not recorded.',
    );
    await notify('information', message);
    return;
  }
  const title = vscode.l10n.t('Changes to {0}', nameAfter(newest));
  const rows = changes.map((each) =>
    quickPickRow({
      run: each.run.header.id,
      label: fieldsText(each, statusNames()),
      description: formatDateTime(each.at),
      detail: [
        outcomeKinds[each.outcome.kind].title(),
        runTitle(each.run),
        accountTextOfRun(each.run, accounts),
      ].join(' · '),
    }),
  );
  const placeholder = vscode.l10n.t('Choose a change to show it in the Changes view');
  const picked = await showQuickPick(rows, { title, placeholder, matchOnDescription: true });
  if (picked !== undefined) {
    await view.reveal(picked.run);
  }
}

/** Returns the name of the label after a change; its code or id if it has no name. */
function nameAfter({ change, fields, outcome }: RecordedChange): string {
  const made = outcome.kind === 'done' ? fields : [];
  const valueAfter = (field: EditableField, before: string | undefined): string | undefined =>
    made.find((each) => each.field === field)?.after?.toString() ?? before;
  const name = valueAfter('labelName', change.name) ?? valueAfter('labelCode', change.code);
  return displayText(name ?? change.id);
}

function fieldsText({ fields }: RecordedChange, names: StatusNames): string {
  return fields
    .map(
      ({ after, before, field }) =>
        `${fieldText(field, before, names)} → ${valueText(field, after, names)}`,
    )
    .join(' · ');
}
