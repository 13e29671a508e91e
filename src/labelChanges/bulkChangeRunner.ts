import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import type { SignInNotifications } from '../commands/signInNotifications.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../core/labels/changes/journal/journaledRun.ts';
import type { RunHeader } from '../core/labels/changes/journal/journalEntry.ts';
import type { OpenAction, ResendAction } from '../core/labels/changes/journal/labelOutcome.ts';
import {
  type RunChainSummary,
  lastToRedo,
  lastToUndo,
} from '../core/labels/changes/journal/runChainSummary.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { RunSummary } from '../core/labels/changes/journal/runSummary.ts';
import type { ChangeSet } from '../core/labels/changes/plan/changeSet.ts';
import { ChangeRun } from '../core/labels/changes/run/changeRun.ts';
import type { ChangeRunOptions } from '../core/labels/changes/run/changeRunOptions.ts';
import type { RunLock } from '../core/labels/changes/run/runLock.ts';
import { ServiceGate } from '../core/labels/changes/run/serviceGate.ts';
import { settleAbandonedRun } from '../core/labels/changes/run/settleAbandonedRun.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { contextKeys } from '../ids.ts';
import { notify, showDialog } from '../surfaces/notify.ts';
import { Agreed } from './agreed.ts';
import { showChangesSummary } from './changesSummary.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { withRunProgress } from './runProgress.ts';
import { runTitle } from './runTitle.ts';
import { sendQuestion } from './sendQuestions.ts';

/** Dependencies of the runs. */
export interface BulkChangeRunnerOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: ChangeJournal;
  readonly lock: RunLock;
  readonly texts: ReadOnlyTexts;
  readonly signInNotifications: Pick<SignInNotifications, 'show'>;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
}

/** Changes to send for the first time. */
export interface NewRun {
  readonly account: LabelAccount;
  readonly set: Omit<ChangeSet, 'account'>;
}

/** Labels of a run to send again. */
export interface RestOfRun {
  readonly header: RunHeader;
  readonly actions: readonly ResendAction[];
  readonly labels: ReadonlySet<LabelId>;
  /** Conflicts that the user has seen and agreed to overwrite. */
  readonly conflictsToOverwrite?: ChangeRunOptions['conflictsToOverwrite'];
}

/** A run that this window has carried out. */
interface CarriedOut {
  readonly record: RunRecord;
  readonly account: LabelAccount;
  /** Sentence shown before the summary. */
  readonly preface?: string;
}

/** Notifies the user that a run has been deleted. */
export async function notifyNotStored(): Promise<void> {
  await notify('information', vscode.l10n.t('These changes are no longer stored.'));
}

/** Notifies the user that changes are already being sent. */
export async function notifyUnderWay(): Promise<void> {
  const message = vscode.l10n.t('These changes are being sent already, in this window or another.');
  await notify('information', message);
}

/** Notifies the user that the change history of the account `name` is kept. Returns whether to delete it. */
async function agreesToForget(name: string): Promise<boolean> {
  const kept = vscode.l10n.t(
    '{0} is signed out. Its change history is kept, with old and new values.',
    name,
  );
  const ask = vscode.l10n.t('Delete Change History…');
  if ((await notify('information', kept, { [ask]: 'asks' })) !== ask) {
    return false;
  }
  const forget = vscode.l10n.t('Delete Change History');
  const question = vscode.l10n.t('Delete the change history of {0}?', name);
  const detail = [vscode.l10n.t('Its changes can no longer be undone or exported.')];
  return (await showDialog('warning', question, [forget], detail)) === forget;
}

/** Carries out bulk changes, reports their outcomes, and resumes or retries them. */
export class BulkChangeRunner implements Disposable {
  readonly #options: BulkChangeRunnerOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  readonly #ending = new AbortController();
  /** Gates, by service address. */
  readonly #gates = new Map<string, ServiceGate>();
  /** Runs carried out by this window, by id. */
  readonly #underWay = new Map<string, JournaledRun>();
  /** Ids of this window's runs that a storage error has stopped. */
  readonly #stopped = new Set<string>();
  /** Orphaned runs that this window is settling, by id. */
  readonly #takenOver = new Map<string, Promise<RunRecord | undefined>>();

  /** Fires when runs have begun, progressed or ended. */
  readonly onDidChange = this.#onDidChange.event;

  readonly #onDidCarryOut = this.#disposables.add(new Emitter<RunRecord>());

  /** Fires when a run, or part of it, was carried out. */
  readonly onDidCarryOut = this.#onDidCarryOut.event;

  readonly #onDidStop = this.#disposables.add(new Emitter<void>());

  /** Fires when a storage error has stopped a run of this window, which is then unfinished. */
  readonly onDidStop = this.#onDidStop.event;

  constructor(options: BulkChangeRunnerOptions) {
    this.#options = options;
  }

  /** Number of labels in this window's current runs. */
  get labelsUnderWay(): number {
    const sizes = Array.from(this.#underWay.values(), ({ record }) => record.changes.size);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /**
   * Carries out the agreed changes. Shows a cancellable progress notification, then a summary. Throws
   * `SessionExpiredError` and `StorageError`.
   */
  async start(agreed: Agreed<NewRun>): Promise<void> {
    await this.#report(await this.#carryOutNew(agreed));
  }

  /**
   * Carries out changes like `start`, and returns their record without waiting until the user closes the
   * summary.
   */
  async send(agreed: Agreed<NewRun>): Promise<RunRecord> {
    const carriedOut = await this.#carryOutNew(agreed);
    this.#reportInBackground(carriedOut);
    return carriedOut.record;
  }

  /** Sends more labels of a finished run, as agreed. Throws the errors of `start`. */
  async resume({ subject }: Agreed<RestOfRun>): Promise<void> {
    const { header, labels, conflictsToOverwrite, actions } = subject;
    this.writableAccountOf(header.account.id);
    await this.#takenOver.get(header.id);
    const run = await this.#options.journal.reopen(header.account.id, header.id);
    if (run === undefined) {
      await notifyUnderWay();
      return;
    }
    // Skip labels that have received an outcome since the user was asked, and labels that the user was not
    // asked about.
    const ids = run.record.labelsOf(...actions).filter((id) => labels.has(id));
    await this.#report(await this.#carryOut(run, ids, conflictsToOverwrite));
  }

  /** Returns the `chains` of signed-in accounts; changes of other accounts cannot be sent. */
  ofSignedIn(chains: readonly RunChainSummary[]): readonly RunChainSummary[] {
    const { accounts } = this.#options;
    return chains.filter(({ root }) => accounts.find(root.header.account.id) !== undefined);
  }

  /**
   * Returns the current object of the account `id`: a new sign-in creates a new object. Throws
   * `SessionExpiredError`.
   */
  accountOf(id: AccountId): LabelAccount {
    const account = this.#options.accounts.find(id);
    if (account === undefined) {
      throw new SessionExpiredError(id);
    }
    return account;
  }

  /**
   * Returns the account `id` if its labels can be changed. Throws `ConfigurationError` and
   * `SessionExpiredError`.
   */
  writableAccountOf(id: AccountId): LabelAccount {
    const account = this.accountOf(id);
    assertWritable(account);
    return account;
  }

  /**
   * Settles the pending changes of a run whose window is gone. Returns false if a window is still carrying
   * out the run. Throws `SessionExpiredError` and `StorageError`.
   */
  async settle({ header, owner }: RunSummary): Promise<boolean> {
    if (owner === undefined) {
      return true;
    }
    await this.#takeOver(this.accountOf(header.account.id), header);
    const runs = await this.#options.journal.runs();
    return runs.every((run) => run.header.id !== header.id || run.owner === undefined);
  }

  /** Sends labels of the run `id` again, if the user agrees. Throws `SessionExpiredError` and `StorageError`. */
  async sendAgain(id: string, action: OpenAction): Promise<void> {
    const run = await this.#options.journal.run(id);
    if (run === undefined) {
      await notifyNotStored();
      return;
    }
    await this.#askToSendAgain(run, action);
  }

  /** Settles a run whose window is gone, if its account is signed in, and reports its outcome. */
  async recover({ header }: RunSummary): Promise<void> {
    const account = this.#options.accounts.find(header.account.id);
    if (account?.state !== 'signedIn' || this.#takenOver.has(header.id)) {
      return;
    }
    const settled = await this.#takeOver(account, header);
    // The user already knows of a run that this window stopped.
    if (settled !== undefined && !this.#stopped.delete(header.id)) {
      const preface = vscode.l10n.t('VS Code closed before {0} was finished.', runTitle(settled));
      this.#reportInBackground({ record: settled, account, preface });
    }
  }

  /**
   * Asks, for each of the `signedOut` accounts (with their names), whether to delete its runs. Throws
   * `StorageError`.
   */
  async askToForget(signedOut: ReadonlyMap<AccountId, string>): Promise<void> {
    const { journal } = this.#options;
    for (const [id, name] of signedOut) {
      if (await journal.has(id)) {
        if (await agreesToForget(name)) {
          await journal.forget(id);
          this.#onDidChange.fire();
        }
      }
    }
  }

  dispose(): void {
    this.#ending.abort();
    this.#disposables.dispose();
    for (const run of this.#underWay.values()) {
      run.dispose();
    }
  }

  async #askToSendAgain(record: RunRecord, action: OpenAction): Promise<void> {
    const { changes, header } = record;
    const account = accountText(this.writableAccountOf(header.account.id));
    if (record.owner !== undefined && (await this.#options.journal.isUnderWay(record))) {
      await notifyUnderWay();
      return;
    }
    const ids = record.labelsOf(action);
    const labels = ids.flatMap((id) => changes.get(id) ?? []);
    const agreed = await Agreed.ask<RestOfRun>(
      { header, actions: [action], labels: new Set(ids) },
      sendQuestion(action, { account, title: runTitle(record), labels }),
    );
    if (agreed instanceof Agreed) {
      await this.resume(agreed);
    }
  }

  async #carryOutNew({ subject: { account, set } }: Agreed<NewRun>): Promise<CarriedOut> {
    // Check before the journal records the start of a run: the account may have been signed out since the
    // user was asked.
    this.writableAccountOf(account.account.id);
    const run = await this.#options.journal.begin({ ...set, account: account.account });
    return await this.#carryOut(run, Array.from(run.record.changes.keys()));
  }

  async #carryOut(
    run: JournaledRun,
    ids: readonly LabelId[],
    conflictsToOverwrite?: RestOfRun['conflictsToOverwrite'],
  ): Promise<CarriedOut> {
    const { accounts, clock, journal, lock, log } = this.#options;
    const account = this.accountOf(run.record.header.account.id);
    const target = account.repository;
    // The user has agreed to this run, which counts as a retry.
    target.noteUserRetry();
    const gate = this.#gateOf(account);
    const title = vscode.l10n.t(
      'Changing labels of {0}: {1}',
      accountText(account),
      runTitle(run.record),
    );
    // Nothing can be sent after a sign-out, so the run stops at once.
    const ending = new LinkedAbortController(this.#ending.signal);
    const signOuts = accounts.onDidChange(() => {
      if (accounts.find(account.account.id) === undefined) {
        ending.abort();
      }
    });
    let preface: string | undefined;
    this.#begin(run);
    try {
      await this.updateUndoRedoKeys();
      const progress = { title, count: ids.length, gate, clock, ending: ending.signal };
      const stoppedBy = await withRunProgress(progress, async (signal, onProgress) => {
        const options = { run, target, gate, lock, clock, signal, onProgress };
        const how =
          conflictsToOverwrite === undefined ? options : { ...options, conflictsToOverwrite };
        return await new ChangeRun(how).carryOut(ids);
      });
      if (stoppedBy !== undefined) {
        log.warn(`Changes of labels were stopped: ${reasonOf(stoppedBy)}`);
      }
      await run.end(clock.now());
      await journal.trim(log);
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      // The summary includes the known outcomes; uncertain labels are read once the journal is writable
      // again.
      log.warn(`Changes of labels were stopped: ${reasonOf(error)}`);
      preface = vscode.l10n.t('{0} was stopped. {1}', runTitle(run.record), error.message);
      this.#stopped.add(run.record.header.id);
    } finally {
      signOuts.dispose();
      ending.dispose();
      await this.#end(run);
    }
    this.#onDidCarryOut.fire(run.record);
    if (preface === undefined) {
      return { record: run.record, account };
    }
    this.#onDidStop.fire();
    return { record: run.record, account, preface };
  }

  /**
   * Settles and ends an orphaned run. Returns its record; undefined if another window is settling it or has
   * ended it.
   */
  async #takeOver(account: LabelAccount, header: RunHeader): Promise<RunRecord | undefined> {
    const begun = this.#takenOver.get(header.id);
    if (begun !== undefined) {
      return await begun;
    }
    const taken = this.#settle(account, header);
    this.#takenOver.set(header.id, taken);
    try {
      return await taken;
    } finally {
      this.#takenOver.delete(header.id);
    }
  }

  async #settle(account: LabelAccount, header: RunHeader): Promise<RunRecord | undefined> {
    const { clock, journal } = this.#options;
    const run = await journal.takeOver(header.account.id, header.id);
    if (run === undefined) {
      return undefined;
    }
    const target = account.repository;
    const { signal } = this.#ending;
    const source = this.#gateOf(account).pagesOf(target, signal);
    this.#begin(run);
    try {
      await settleAbandonedRun({ run, source, target, clock, signal });
      await run.end(clock.now());
    } finally {
      await this.#end(run);
    }
    return run.record;
  }

  /** Reports in the background: does not wait for the user. Never rejects. */
  #reportInBackground(carriedOut: CarriedOut): void {
    this.#report(carriedOut).catch((error: unknown) =>
      this.#options.log.warn(`A summary could not be shown: ${reasonOf(error)}`),
    );
  }

  /** Reports the outcome of a run, and runs the command that the user chooses. */
  async #report({ account, preface, record }: CarriedOut): Promise<void> {
    const { accounts, signInNotifications, statusNames, texts } = this.#options;
    const wish = await showChangesSummary(record, {
      account: accountText(account),
      texts,
      names: statusNames(),
      signInNotifications,
      renewedAt: () => accounts.find(account.account.id)?.renewedAt,
      ...(preface === undefined ? {} : { preface }),
    });
    // Runs a command, so that a failure offers to retry that command and not the run.
    if (wish !== undefined) {
      await vscode.commands.executeCommand(wish.command, ...wish.arguments);
    }
  }

  #gateOf({ account }: LabelAccount): ServiceGate {
    const { origin } = new URL(account.baseUrl);
    const gate = this.#gates.get(origin) ?? this.#disposables.add(new ServiceGate(this.#options));
    this.#gates.set(origin, gate);
    return gate;
  }

  #begin(run: JournaledRun): void {
    this.#underWay.set(run.record.header.id, run);
    run.onDidChange(() => this.#onDidChange.fire());
    this.#onDidChange.fire();
  }

  async #end(run: JournaledRun): Promise<void> {
    this.#underWay.delete(run.record.header.id);
    // Also if ending it failed, so that it can be resumed.
    run.dispose();
    this.#onDidChange.fire();
    await this.updateUndoRedoKeys();
  }

  /** Updates the context keys for undo and redo. Logs failures, and never rejects. */
  async updateUndoRedoKeys(): Promise<void> {
    const { journal, log } = this.#options;
    try {
      const chains = this.#underWay.size > 0 ? [] : this.ofSignedIn(await journal.chains());
      const keys = {
        [contextKeys.canUndoLabelChanges]: lastToUndo(chains) !== undefined,
        [contextKeys.canRedoLabelChanges]: lastToRedo(chains) !== undefined,
      };
      for (const [key, can] of Object.entries(keys)) {
        await vscode.commands.executeCommand('setContext', key, can);
      }
    } catch (error) {
      log.warn(`Whether there is something to undo could not be read: ${reasonOf(error)}`);
    }
  }
}
