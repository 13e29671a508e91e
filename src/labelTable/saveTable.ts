import * as vscode from 'vscode';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readCurrentLabels } from '../accounts/readCurrentLabels.ts';
import type { SendReviewed } from '../accounts/reviewedSaves.ts';
import { factOf, missingFacts } from '../commands/countFacts.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import { tableTitle } from '../core/account/tableAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import { keepOwn } from '../core/labels/table/rebaseTable.ts';
import {
  labelsToSave,
  planSave,
  withConflicts,
  type ContestedSavePlan,
} from '../core/labels/table/savePlan.ts';
import { TableSave } from '../core/labels/table/tableSave.ts';
import {
  labelsLeft,
  nothingSent,
  tableHasProblems,
  tableNotStored,
  tableSignedOut,
} from './tableErrors.ts';
import type { TableFile } from './tableFile.ts';

/** Dependencies of saving a table. */
export interface SaveTableOptions {
  readonly clock: Clock;
  readonly sendReviewed: SendReviewed;
}

/**
 * Saves a table: plans its changes from the current labels, has the user review them, sends the accepted
 * changes, and updates the base with their outcome. Throws `FileSystemError` if any label still has changes,
 * and the errors of the repository and of runs.
 */
export async function saveTable(file: TableFile, options: SaveTableOptions): Promise<void> {
  if (!file.isStored) {
    throw tableNotStored();
  }
  const table = await file.currentTable();
  if (table.hasProblems) {
    throw tableHasProblems();
  }
  if (table.changedRows > 0) {
    await sendChanges(file, writableAccountOf(file), options);
  }
}

/** Plan of a save, with the labels that it was made from. */
interface PlannedSave {
  readonly plan: ContestedSavePlan;
  readonly labels: ReadonlyMap<LabelId, Label>;
}

async function sendChanges(
  file: TableFile,
  account: LabelAccount,
  { clock, sendReviewed }: SaveTableOptions,
): Promise<void> {
  // Labels that have changed since they were read for the plan.
  const changedSince = new Map<LabelId, Label>();
  const following = file.onDidChangeLabel((label) => changedSince.set(label.id, label));
  const planNow = async (): Promise<PlannedSave> => {
    changedSince.clear();
    return await planOf(file, account, clock);
  };
  try {
    let planned = await planNow();
    let save: TableSave | undefined;
    const record =
      planned.plan.changes.length === 0
        ? undefined
        : await sendReviewed({
            account,
            title: vscode.l10n.t('Table: {0}', tableTitle(file.uri)),
            plan: planned.plan,
            replan: async () => {
              planned = await planNow();
              return planned.plan;
            },
            notesOn,
            willSend: async (changes) => {
              const ticked = new Set(changes.map(({ id }) => id));
              const kept = planned.plan.conflicts.filter(({ id }) => ticked.has(id));
              file.table.recheck(keepOwn(file.base, kept));
              save = new TableSave(file.base, changes);
              // Stored before sending, so that sent values never count as somebody else's, even if this
              // window crashes.
              await file.store();
            },
          });
    if (record !== undefined && save !== undefined) {
      file.table.recheck(save.finish(record));
      await file.store();
    }
    const present = presentLabels(planned.labels, record, changedSince);
    const left = await file.rebase(present);
    file.news.leaveOut(record?.unread ?? []);
    file.news.add(present);
    if (left > 0) {
      throw record === undefined ? nothingSent(missingFacts(planned.plan)) : labelsLeft(left);
    }
  } finally {
    following.dispose();
  }
}

/**
 * Returns the labels after a run, as far as they are known. Labels that were sent but not read since are left
 * out: only their expected values are published, and the service may have stored them in another form.
 */
function presentLabels(
  planned: ReadonlyMap<LabelId, Label>,
  record: RunRecord | undefined,
  changedSince: ReadonlyMap<LabelId, Label>,
): ReadonlyMap<LabelId, Label> {
  const present = new Map(planned);
  for (const id of record?.sent.keys() ?? []) {
    present.delete(id);
  }
  changedSince.forEach((label, id) => present.set(id, label));
  record?.unread.forEach((id) => present.delete(id));
  return present;
}

/** Plans the current changes of a table from the current labels. */
async function planOf(file: TableFile, account: LabelAccount, clock: Clock): Promise<PlannedSave> {
  for (;;) {
    const wanted = await labelsToSave(await file.currentTable());
    const fresh = await readCurrentLabels(account, wanted, clock);
    file.noteRead(fresh.found);
    const plan = await planSave(await file.currentTable(), fresh);
    // The plan is undefined if the text has changed meanwhile.
    if (plan !== undefined) {
      return { plan: withConflicts(plan, fresh.found), labels: fresh.found };
    }
  }
}

function writableAccountOf({ account }: TableFile): LabelAccount {
  if (account === undefined) {
    throw tableSignedOut();
  }
  assertWritable(account);
  // The user has asked for the save.
  account.repository.noteUserRetry();
  return account;
}

/** Returns sentences about the changes and rows that a save does not send by default. */
function notesOn({ contested, deleted, foreign }: ContestedSavePlan): readonly string[] {
  return [
    ...factOf(contested.size, {
      one: (count) =>
        vscode.l10n.t(
          '{0} label was also changed by somebody else: it is sent only if you tick it.',
          count,
        ),
      other: (count) =>
        vscode.l10n.t(
          '{0} labels were also changed by somebody else: they are sent only if you tick them.',
          count,
        ),
    }),
    ...factOf(new Set(foreign.map(({ id }) => id)).size, {
      one: (count) => vscode.l10n.t('{0} label keeps a change by somebody else.', count),
      other: (count) => vscode.l10n.t('{0} labels keep changes by somebody else.', count),
    }),
    ...factOf(deleted.length, {
      one: (count) => vscode.l10n.t('{0} row was deleted: its label stays as it is.', count),
      other: (count) =>
        vscode.l10n.t('{0} rows were deleted: their labels stay as they are.', count),
    }),
  ];
}
