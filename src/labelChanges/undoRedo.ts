import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readCurrentLabels } from '../accounts/readCurrentLabels.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Clock } from '../core/async/clock.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import { openActions } from '../core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../core/labels/changes/journal/recordedChain.ts';
import { lastToRedo, lastToUndo } from '../core/labels/changes/journal/runChainSummary.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { ChangePlan, LabelChange } from '../core/labels/changes/plan/changeSet.ts';
import { labelsToUndoRedo, planUndoRedo } from '../core/labels/changes/run/undoRedoPlan.ts';
import type { UndoRedoDirection } from '../core/labels/undoRedoDirection.ts';
import { notify } from '../surfaces/notify.ts';
import { Agreed, type SendQuestion } from './agreed.ts';
import { notifyUnderWay, type BulkChangeRunner } from './bulkChangeRunner.ts';
import type { ChangeProposals } from './changeProposals.ts';
import type { ChangesReview } from './review/changesReview.ts';
import { undoRedoTitle } from './runTitle.ts';
import {
  undoRedoFacts,
  undoRedoQuestion,
  undoRedoTexts,
  type CheckedUndoRedoPlan,
} from './undoRedoQuestion.ts';

interface UndoRedoOptions {
  readonly clock: Clock;
  readonly journal: ChangeJournal;
  readonly runs: BulkChangeRunner;
  readonly review: ChangesReview;
  readonly proposals: Pick<ChangeProposals, 'check'>;
}

/** Run to undo or redo: its id, or the id of one of its undos or redos; and the label if only one is meant. */
export interface UndoRedoSubject {
  readonly run: string;
  readonly label?: LabelId | undefined;
}

/** Undo or redo that the user is asked to confirm. */
interface UndoRedoRequest {
  readonly direction: UndoRedoDirection;
  readonly account: LabelAccount;
  readonly chain: RecordedChain;
  readonly changes: readonly LabelChange[];
  /** Interrupted undo or redo to resume; undefined if there is none. */
  readonly open: RunRecord | undefined;
}

const last = { undo: lastToUndo, redo: lastToRedo } as const;

/** Undoes and redoes runs, after showing the effect on the current labels. */
export class UndoRedo {
  readonly #options: UndoRedoOptions;

  constructor(options: UndoRedoOptions) {
    this.#options = options;
  }

  /**
   * Undoes or redoes a run, by default the latest one possible, if the user agrees; resumes an interrupted
   * undo or redo. Throws `CancelledError`, `StorageError` and the errors of `ChangesRuns.writableAccountOf`
   * and of the repository.
   */
  async perform(direction: UndoRedoDirection, subject?: UndoRedoSubject): Promise<void> {
    const { journal, runs } = this.#options;
    const id =
      subject?.run ?? last[direction](runs.ofSignedIn(await journal.chains()))?.root.header.id;
    const chain = id === undefined ? undefined : await journal.chain(id);
    if (chain !== undefined) {
      runs.writableAccountOf(chain.root.header.account.id);
    }
    if (chain?.canUndoRedo(direction, subject?.label) !== true) {
      await notify('information', undoRedoTexts[direction].nothing());
      return;
    }
    const busy = chain.runs.find(({ owner }) => owner !== undefined);
    if (busy !== undefined) {
      // Settle the pending changes of a closed window first: if they were read after the undo or redo, its
      // values would be taken for their outcome. A run that is still being sent cannot be undone or redone,
      // as its later labels would be missed.
      const label = subject?.label;
      const isSettled = await runs.settle(busy);
      await (isSettled
        ? this.perform(direction, { run: chain.root.header.id, label })
        : notifyUnderWay());
      return;
    }
    const agreed = await this.#ask(this.#requestFor(chain, direction, subject?.label));
    if (agreed !== undefined) {
      await this.#carryOut(agreed);
    }
  }

  #requestFor(
    chain: RecordedChain,
    direction: UndoRedoDirection,
    label: LabelId | undefined,
  ): UndoRedoRequest {
    const account = this.#options.runs.writableAccountOf(chain.root.header.account.id);
    const labels = label === undefined ? undefined : [label];
    const changes = chain.remaining(direction, labels);
    return { direction, account, chain, changes, open: chain.openUndoRedo(direction, labels) };
  }

  /** Shows the effect of the undo or redo, and asks for confirmation; undefined if the user declines. */
  async #ask(request: UndoRedoRequest): Promise<Agreed<UndoRedoRequest> | undefined> {
    const plan = await this.#plan(request);
    const { account, chain, direction } = request;
    const name = accountText(account);
    const questionFor = (current: CheckedUndoRedoPlan): SendQuestion =>
      undoRedoQuestion(direction, chain.root, current, name);
    const show = plan.changes.length === 0 ? {} : { show: vscode.l10n.t('Show Changes') };
    const answer = await Agreed.ask(request, { ...questionFor(plan), ...show });
    if (answer !== 'show') {
      return answer;
    }
    return await this.#options.review.agree(plan, {
      title: undoRedoTitle(direction, chain.root),
      account,
      factsOf: (current) => undoRedoFacts(direction, current),
      replan: async (writable) => await this.#plan({ ...request, account: writable }),
      subjectOf: (current, ticked) => without(request, current, ticked),
    });
  }

  /** Starts the undo or redo, or resumes the interrupted one. */
  async #carryOut(agreed: Agreed<UndoRedoRequest>): Promise<void> {
    const { runs } = this.#options;
    const { account, chain, changes, direction, open } = agreed.subject;
    if (open === undefined) {
      const set = { ...chain.setOf(direction), changes };
      await runs.start(agreed.with({ account, set }));
    } else {
      const { header } = open;
      const labels = new Set(changes.map(({ id }) => id));
      await runs.resume(agreed.with({ header, actions: openActions, labels }));
    }
  }

  /** Reads the labels and plans the undo or redo from their current state. */
  async #plan({ account, changes, direction }: UndoRedoRequest): Promise<CheckedUndoRedoPlan> {
    const { clock, proposals } = this.#options;
    const fresh = await readCurrentLabels(account, labelsToUndoRedo(changes), clock);
    return await proposals.check(account, await planUndoRedo(changes, direction, fresh));
  }
}

/** Returns `request` without those changes of `plan` that are not `ticked`. */
function without(
  request: UndoRedoRequest,
  plan: ChangePlan,
  ticked: readonly LabelChange[],
): UndoRedoRequest {
  const left = new Set(plan.changes.map(({ id }) => id));
  ticked.forEach(({ id }) => left.delete(id));
  return { ...request, changes: request.changes.filter(({ id }) => !left.has(id)) };
}
