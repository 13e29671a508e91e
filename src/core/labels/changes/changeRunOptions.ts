import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import type { UpdateOptions } from '../../api/labelEndpoints.ts';
import type { LabelChanges } from '../../api/labelFields.ts';
import type { Clock } from '../../async/clock.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import type { JournaledRun } from './journaledRun.ts';
import type { RunTurns } from './runTurns.ts';
import type { ServiceGate } from './serviceGate.ts';

/** The labels of an account, as a run needs them. */
export interface ChangeTarget extends LabelPageSource {
  /** Sends changes of a label, once; `beforeSending` says whether they may still leave. */
  sendChanges(id: LabelId, changes: LabelChanges, options: Required<UpdateOptions>): Promise<void>;
  /** Tells others what a label is now. */
  publish(label: Label): void;
}

/** What a run is doing. */
export type RunPhase = 'waiting' | 'reading' | 'sending' | 'settling';

/** How to carry out a run. */
export interface ChangeRunOptions {
  readonly run: JournaledRun;
  readonly target: ChangeTarget;
  readonly gate: ServiceGate;
  readonly turns: RunTurns;
  readonly clock: Clock;
  /** Ends the run at once; nothing is sent or read after that. */
  readonly signal: AbortSignal;
  /** How many of the labels are dealt with. */
  readonly onProgress?: (phase: RunPhase, finished: number) => void;
  /** Whether the person wants the changes sent over the conflicts that the run has found. */
  readonly overConflicts?: boolean;
}
