import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { AccountId } from '../core/account/account.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter } from '../core/async/event.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { carryOut } from '../core/labels/changes/changeRun.ts';
import type { ChangeSet } from '../core/labels/changes/changeSet.ts';
import type { ChangeJournal } from '../core/labels/changes/journal.ts';
import type { JournaledRun } from '../core/labels/changes/journaledRun.ts';
import type { RunHeader } from '../core/labels/changes/journalEntry.ts';
import type { LabelOutcome } from '../core/labels/changes/labelOutcome.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import type { RunTurns } from '../core/labels/changes/runTurns.ts';
import { ServiceGate } from '../core/labels/changes/serviceGate.ts';
import { settle, unsettledLabels } from '../core/labels/changes/settle.ts';
import { canUndo, lastUndoable, leftToUndo, openUndoOf } from '../core/labels/changes/undo.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { Log } from '../core/log/log.ts';
import { displayText } from '../core/text/displayText.ts';
import { contextKeys } from '../ids.ts';
import { accountText } from './accountText.ts';
import { showChangesSummary } from './changesSummary.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { withRunProgress } from './runProgress.ts';

/** What runs need. */
export interface ChangesRunsOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: ChangeJournal;
  readonly turns: RunTurns;
  readonly texts: ReadOnlyTexts;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** What is sent again of a run. */
export type RunPart = 'retryFailed' | 'goOn' | 'overConflicts';

const labelsOfPart: Readonly<Record<RunPart, (record: RunRecord) => readonly LabelId[]>> = {
  retryFailed: (record) => record.openLabels('retry'),
  goOn: (record) => record.openLabels('goOn'),
  overConflicts: (record) => record.labelsWith('conflict'),
};

/** A label of a window that died, with its old values: the request may never have left. */
function notSent(): LabelOutcome {
  return { kind: 'notSent' };
}

async function sayUnderWay(): Promise<void> {
  const message = vscode.l10n.t('These changes are being sent already, in this window or another.');
  await notify('information', message);
}

/** Carries out changes of many labels, says what came of them, and takes them up again or back. */
export class ChangesRuns implements Disposable {
  readonly #options: ChangesRunsOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  readonly #ending = new AbortController();
  /** One for each service, by its address. */
  readonly #gates = new Map<string, ServiceGate>();
  /** The runs that this window carries out, by their ids. */
  readonly #underWay = new Map<string, JournaledRun>();
  /** The runs whose window is gone and of which this one finds out what came, by their ids. */
  readonly #takenOver = new Map<string, Promise<RunRecord | undefined>>();

  /** Runs have begun, gone on or ended. */
  readonly onDidChange = this.#onDidChange.event;

  readonly #onDidCarryOut = this.#disposables.add(new Emitter<RunRecord>());

  /** A run was carried out, or a part of it. */
  readonly onDidCarryOut = this.#onDidCarryOut.event;

  constructor(options: ChangesRunsOptions) {
    this.#options = options;
  }

  /** How many labels the runs of this window are about that are under way. */
  get labelsUnderWay(): number {
    const sizes = Array.from(this.#underWay.values(), ({ record }) => record.changes.size);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /**
   * Carries out `set`, with a notification that counts and cancels and then gives way to a summary. Throws
   * `SessionExpiredError` and `StorageError`.
   */
  async start(account: LabelAccount, set: Omit<ChangeSet, 'account'>): Promise<void> {
    // Before it is written that a run has begun: the account may be gone since somebody was asked.
    this.#accountOf(account.account.id);
    const run = await this.#options.journal.begin({ ...set, account: account.account });
    await this.#carryOut(run, Array.from(run.record.changes.keys()));
  }

  /**
   * Takes back what the run `id` has sent, by default the last one; an undo of it that was broken off
   * goes on. Throws `SessionExpiredError` and `StorageError`.
   */
  async undo(id?: string): Promise<void> {
    const { journal } = this.#options;
    const runs = await journal.runs();
    const run = id === undefined ? lastUndoable(runs) : runs.find(({ header }) => header.id === id);
    if (run === undefined || !canUndo(run, runs)) {
      await notify('information', vscode.l10n.t('There is nothing to undo now.'));
      return;
    }
    if (run.owner !== undefined) {
      // What its window had under way is settled first: read afterwards, the undo would look like its doing.
      // Nothing is taken back while it is sent still: what comes after an undo has begun would be left out.
      await this.#takeOver(this.#accountOf(run.header.account.id), run);
      const now = await journal.run(run.header.id);
      await (now?.owner === undefined ? this.undo(run.header.id) : sayUnderWay());
      return;
    }
    const open = openUndoOf(run, runs);
    if (open !== undefined) {
      await this.#takeUp(open, (record) => record.openLabels('retry', 'goOn'));
      return;
    }
    await this.start(this.#accountOf(run.header.account.id), {
      title: vscode.l10n.t('Undo: {0}', run.header.title),
      origin: 'undo',
      undoes: run.header.id,
      changes: leftToUndo(run, runs),
    });
  }

  /** Sends a part of the run `id` again. Throws `SessionExpiredError` and `StorageError`. */
  async sendAgain(id: string, part: RunPart): Promise<void> {
    const run = await this.#options.journal.run(id);
    if (run === undefined) {
      await notify('information', vscode.l10n.t('These changes are not kept any more.'));
      return;
    }
    await this.#takeUp(run, labelsOfPart[part], part === 'overConflicts');
  }

  /** Settles what windows that are gone have left under way, where somebody is signed in, and says what came of it. */
  async recover(): Promise<void> {
    const { accounts, journal, log } = this.#options;
    await journal.trim(log);
    for (const run of await journal.runs()) {
      const account = accounts.find(run.header.account.id);
      const isOpen = run.owner !== undefined && !this.#takenOver.has(run.header.id);
      if (account?.state === 'signedIn' && isOpen) {
        const settled = await this.#takeOver(account, run);
        if (settled !== undefined) {
          const { title } = settled.header;
          const preface = vscode.l10n.t(
            'VS Code ended in the middle of “{0}”.',
            displayText(title),
          );
          this.#follow(settled, account, preface).catch((error: unknown) =>
            log.warn(`A summary could not be shown: ${reasonOf(error)}`),
          );
        }
      }
    }
    await this.#showWhetherCanUndo();
  }

  /**
   * Asks whether to throw away the runs of accounts that were signed out, given with what they are called.
   * Throws `StorageError`.
   */
  async askWhetherToForget(signedOut: ReadonlyMap<AccountId, string>): Promise<void> {
    const { journal } = this.#options;
    for (const [id, name] of signedOut) {
      if (await journal.has(id)) {
        const forget = vscode.l10n.t('Forget Changes');
        const question = vscode.l10n.t(
          '{0} is signed out. The changes made there are kept, with the values before and after.',
          name,
        );
        if ((await notify('information', question, [forget])) === forget) {
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

  async #takeUp(
    { header }: RunRecord,
    choose: (record: RunRecord) => readonly LabelId[],
    overConflicts = false,
  ): Promise<void> {
    this.#accountOf(header.account.id);
    await this.#takenOver.get(header.id);
    const run = await this.#options.journal.takeUp(header.account.id, header.id);
    if (run === undefined) {
      await sayUnderWay();
      return;
    }
    await this.#carryOut(run, choose(run.record), overConflicts);
  }

  async #carryOut(
    run: JournaledRun,
    ids: readonly LabelId[],
    overConflicts = false,
  ): Promise<void> {
    const { accounts, clock, journal, log, turns } = this.#options;
    const account = this.#accountOf(run.record.header.account.id);
    const target = account.repository;
    const gate = this.#gateOf(account);
    const title = vscode.l10n.t('Changing labels of {0}', accountText(account));
    // Of an account that is signed out nothing more can be sent: nobody is to wait for that.
    const ending = new LinkedAbortController(this.#ending.signal);
    const signOuts = accounts.onDidChange(() => {
      if (accounts.find(account.account.id) === undefined) {
        ending.abort();
      }
    });
    this.#begin(run);
    try {
      await this.#showWhetherCanUndo();
      const progress = { title, count: ids.length, gate, clock, ending: ending.signal };
      const stoppedBy = await withRunProgress(progress, async (signal, onProgress) => {
        const options = { run, target, gate, turns, clock, signal, onProgress, overConflicts };
        return await carryOut(ids, options);
      });
      if (stoppedBy !== undefined) {
        log.warn(`Changes of labels were stopped: ${reasonOf(stoppedBy)}`);
      }
      await run.end(clock.now());
      await journal.trim(log);
    } finally {
      signOuts.dispose();
      ending.dispose();
      await this.#end(run);
    }
    this.#onDidCarryOut.fire(run.record);
    await this.#follow(run.record, account);
  }

  /**
   * Finds out what came of a run whose window is gone, which is over then. Returns undefined if another window
   * is at it, or has ended it.
   */
  async #takeOver(account: LabelAccount, { header }: RunRecord): Promise<RunRecord | undefined> {
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
      const how = { run, source, target, clock, signal, afterwards: notSent };
      await settle(unsettledLabels(run.record), how);
      await run.end(clock.now());
    } finally {
      await this.#end(run);
    }
    return run.record;
  }

  /** Says what a run has come to, and does what the user wants about it. */
  async #follow(record: RunRecord, account: LabelAccount, preface?: string): Promise<void> {
    const { statusNames, texts } = this.#options;
    const wish = await showChangesSummary(record, {
      account: accountText(account),
      texts,
      names: statusNames(),
      ...(preface === undefined ? {} : { preface }),
    });
    // As a command, so that its failure offers to try that again and not the run.
    if (wish !== undefined) {
      await vscode.commands.executeCommand(wish.command, ...wish.arguments);
    }
  }

  /** Not the account of before: signing out and in again has made another of it. */
  #accountOf(id: AccountId): LabelAccount {
    const account = this.#options.accounts.find(id);
    if (account === undefined) {
      throw new SessionExpiredError(id);
    }
    return account;
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
    // Also one that could not be ended as it should: somebody may want to take it up again.
    run.dispose();
    this.#onDidChange.fire();
    await this.#showWhetherCanUndo();
  }

  /** Tells VS Code whether there is something to undo. No run depends on it: the log is told of a failure. */
  async #showWhetherCanUndo(): Promise<void> {
    const { journal, log } = this.#options;
    try {
      const canUndoAny =
        this.#underWay.size === 0 && lastUndoable(await journal.runs()) !== undefined;
      const key = contextKeys.canUndoLabelChanges;
      await vscode.commands.executeCommand('setContext', key, canUndoAny);
    } catch (error) {
      log.warn(`Whether there is something to undo could not be read: ${reasonOf(error)}`);
    }
  }
}
