import * as l10n from '@vscode/l10n';
import type { Remedy } from '../../../errors/remedy.ts';
import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import type { RunHeader, RunOwner, RunTotals } from './journalEntry.ts';
import {
  outcomeKindNames,
  outcomeKinds,
  openActions,
  type OutcomeKindName,
  type ResendAction,
} from './labelOutcome.ts';

/** Action offered at the end of a run: resume, retry, undo or redo. */
type OfferedAction = Exclude<ResendAction, 'overwrite'> | UndoRedoDirection;

/** A run for lists and menus, without its labels, of which there may be 100,000. */
export abstract class RunSummary {
  abstract readonly header: RunHeader;
  /** Sequence number of the beginning; orders runs, as times are unreliable. */
  abstract readonly sequence: number;
  /** Sequence number of the last resumption, or `sequence` if there is none. */
  abstract readonly lastSequence: number;
  /**
   * Sequence number of the last beginning or resumption whose requests may have arrived, or `sequence` if
   * there is none.
   */
  abstract readonly lastSentSequence: number;
  /** Window that carries out the run; undefined once it has ended. */
  abstract readonly owner: RunOwner | undefined;
  /** Number that changes with every change of the run. */
  abstract readonly revision: number;
  /** True if the plan is complete, or was complete when something was sent. */
  abstract readonly isPlanned: boolean;
  /** Number of labels in the plan. */
  abstract readonly labelCount: number;
  /** Number of labels that were sent, or may have been. */
  abstract readonly sentCount: number;
  /** Number of labels being sent, or that were being sent when their window closed. */
  abstract readonly underWayCount: number;
  /** Number of labels by outcome. */
  abstract readonly counts: Readonly<Record<OutcomeKindName, number>>;

  /**
   * Step that the user has to take before the open labels can be sent, if any. A sign-in is not needed if the
   * session was renewed after the failure; `renewedAt` is the time of the last renewal, in milliseconds since
   * the epoch.
   */
  abstract remedy(renewedAt?: number): Remedy | undefined;

  /** Title for display; for edits, it includes the current number of labels. */
  get title(): string {
    const { origin, title } = this.header;
    if (origin !== 'edit') {
      return title;
    }
    return this.labelCount > 1
      ? l10n.t('Edit: {0} labels', this.labelCount)
      : l10n.t('Edit: {0}', title);
  }

  /** Returns whether there are labels left for an action. */
  isOpen(action: ResendAction): boolean {
    return outcomeKindNames.some(
      (kind) => this.counts[kind] > 0 && outcomeKinds[kind].again === action,
    );
  }

  /** Returns whether there are labels whose change is not complete. */
  get isUnfinished(): boolean {
    return openActions.some((action) => this.isOpen(action));
  }

  /**
   * Returns the actions offered after the end of the run. `remedy`, if any, is offered before them and leaves
   * at most one, as nothing can be sent without it; the others are offered when the run ends again.
   */
  offeredActions(remedy: Remedy | undefined): readonly OfferedAction[] {
    const open = openActions.filter((action) => this.isOpen(action));
    if (remedy !== undefined) {
      return open.slice(-1);
    }
    const reversal = this.header.origin === 'undo' ? 'redo' : 'undo';
    return this.sentCount > 0 ? [...open, reversal] : open;
  }
}

/** A run that has ended, based on the totals in its last entry. It never changes. */
export class EndedRun extends RunSummary {
  readonly header: RunHeader;
  readonly owner = undefined;
  readonly revision = 0;
  readonly #totals: RunTotals;

  constructor(header: RunHeader, totals: RunTotals) {
    super();
    this.header = header;
    this.#totals = totals;
  }

  get sequence(): number {
    return this.#totals.sequence;
  }

  get lastSequence(): number {
    return this.#totals.lastSequence;
  }

  get lastSentSequence(): number {
    return this.#totals.lastSentSequence;
  }

  get isPlanned(): boolean {
    return this.#totals.isPlanned;
  }

  get labelCount(): number {
    return this.#totals.labels;
  }

  get sentCount(): number {
    return this.#totals.sent;
  }

  get underWayCount(): number {
    return this.#totals.underWay;
  }

  get counts(): Readonly<Record<OutcomeKindName, number>> {
    return this.#totals.counts;
  }

  remedy(renewedAt = -Infinity): Remedy | undefined {
    return this.#totals.remedies.find(({ at, remedy }) => isNeeded(remedy, at, renewedAt))?.remedy;
  }
}

/** Returns whether `remedy` is still needed by a label whose last event was at `at`. */
export function isNeeded({ kind }: Remedy, at: number, renewedAt: number): boolean {
  return kind !== 'signIn' || at > renewedAt;
}
