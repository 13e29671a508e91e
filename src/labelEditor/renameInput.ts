import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelUpdates } from '../accounts/labelUpdates.ts';
import { allTabs, documentsOf } from '../commands/openDocuments.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import { labelField } from '../core/api/labelFields.ts';
import { systemClock } from '../core/async/clock.ts';
import { editableProblem } from '../core/labels/document/labelDifference.ts';
import { renameLabel } from '../core/labels/document/labelRename.ts';
import { textWarnings } from '../core/labels/fieldInput.ts';
import { labelTitle } from '../core/labels/labelTitle.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { cutText } from '../core/text/cutText.ts';
import { displayText } from '../core/text/displayText.ts';
import { fitsInput } from '../core/text/fitsInput.ts';
import { createInputBox } from '../surfaces/inputBox.ts';
import { notify, showDialog } from '../surfaces/notify.ts';
import { quickInputAnswer } from '../surfaces/quickInputAnswer.ts';
import { labelNotFoundText, valuesUnappliedText } from './labelFileErrors.ts';
import { isDocumentOf, type OpenLabel } from './openLabel.ts';

/** Maximum length of a name in a question: VS Code's dialog grows with its text. */
const shownLength = 80;

/** Dependencies of renaming a label in a list. */
export interface RenameOptions {
  readonly accounts: LabelAccounts;
  readonly recent: RecentLabels;
  readonly openLabel: OpenLabel;
  readonly updates: LabelUpdates;
}

/**
 * Renames a label without opening it. If the label has unsaved changes in an editor, refers the user to that
 * editor. Throws the errors of reading and sending labels.
 */
export async function renameInPlace(
  accountId: AccountId,
  label: Label,
  { accounts, openLabel, recent, updates }: RenameOptions,
): Promise<void> {
  const account = accounts.find(accountId);
  if (account === undefined) {
    return;
  }
  assertWritable(account);
  const { labelName = '' } = label;
  const openForm = async (): Promise<void> => await openLabel(accountId, label, 'form');
  if (/[\r\n]/.test(labelName) || !fitsInput(labelName)) {
    // An input box would join several lines, and cannot show every text.
    await openForm();
    return;
  }
  if (hasUnsavedEditor(accountId, label)) {
    await sayUnsaved(label, openForm);
    return;
  }
  const name = await askForName(account, label);
  if (name === undefined || name === labelName) {
    return;
  }
  const { repository } = account;
  updates.prepare();
  const { kind, label: present } = await withSlowProgress(
    vscode.l10n.t('Renaming “{0}”', shownName(label)),
    systemClock,
    async (signal) =>
      await renameLabel(
        {
          findAmongAll: async (...wanted) => await repository.findAmongAll(...wanted),
          update: async (...edit) => await updates.update(account, ...edit),
          publish: (each) => repository.publish(each),
        },
        label,
        name,
        async (changed) => await mayReplace(label, changed, name),
        signal,
      ),
  );
  if (present !== undefined) {
    await recent.update(accountId, present);
  }
  if (kind === 'gone') {
    await notify('error', labelNotFoundText());
  } else if (kind === 'notApplied') {
    await notify('error', valuesUnappliedText(present ?? label, ['labelName']));
  }
}

function hasUnsavedEditor(accountId: AccountId, { id }: Label): boolean {
  const isLabel = isDocumentOf(accountId, id);
  return allTabs().some((tab) => tab.isDirty && documentsOf(tab).some(isLabel));
}

async function sayUnsaved(label: Label, openForm: () => Promise<void>): Promise<void> {
  const open = vscode.l10n.t('Open Label');
  const pressed = await notify(
    'information',
    vscode.l10n.t(
      '“{0}” has unsaved changes in an editor. Rename it there, or save or discard them first.',
      shownName(label),
    ),
    { [open]: 'shows' },
  );
  if (pressed === open) {
    await openForm();
  }
}

/**
 * Asks for a name, validated as in the form; returns undefined if cancelled. The title names the account, as
 * another extension can show its own rows in the view. The prompt does not, as VS Code replaces it with a
 * warning.
 */
async function askForName(account: LabelAccount, label: Label): Promise<string | undefined> {
  const { labelCode, labelName = '' } = label;
  const { input, showProblem } = createInputBox({
    title: vscode.l10n.t(
      '{0}: {1}',
      accountText(account),
      vscode.l10n.t('Rename “{0}”', labelTitle(label)),
    ),
    placeholder: vscode.l10n.t('Name'),
    prompt:
      labelCode === undefined
        ? undefined
        : vscode.l10n.t('{0}: {1}', labelField('labelCode').title(), displayText(labelCode)),
  });
  const problemOf = (value: string): string | undefined =>
    editableProblem('labelName', labelName, value)?.message;
  const check = (): void => {
    const problem = problemOf(input.value);
    const [warning] = textWarnings(input.value);
    showProblem(problem ?? warning, problem === undefined ? 'warning' : undefined);
  };
  input.value = labelName;
  input.valueSelection = [0, labelName.length];
  check();
  const subscription = input.onDidChangeValue(check);
  try {
    return await quickInputAnswer(input, () =>
      problemOf(input.value) === undefined ? input.value : undefined,
    );
  } finally {
    subscription.dispose();
  }
}

/**
 * Asks in a dialog, which no command can answer, whether to replace a name that somebody else has given the
 * label. Returns the answer.
 */
async function mayReplace(known: Label, present: Label, name: string): Promise<boolean> {
  const rename = vscode.l10n.t('Rename Anyway');
  const pressed = await showDialog(
    'warning',
    vscode.l10n.t('Somebody else has renamed “{0}” in the meantime.', shownName(known)),
    [rename],
    [
      vscode.l10n.t('Name in the service: “{0}”', shownName(present)),
      vscode.l10n.t('Your name: “{0}”', displayText(cutText(name, shownLength))),
    ],
  );
  return pressed === rename;
}

function shownName(label: Label): string {
  return cutText(labelTitle(label), shownLength);
}
