import type { LabelId } from '../../../account/labelAddress.ts';
import type { Label } from '../../../api/label.ts';
import type { UpdateOptions } from '../../../api/labelEndpoints.ts';
import type { LabelChanges } from '../../../api/labelFields.ts';
import type { Clock } from '../../../async/clock.ts';
import type { LabelPageSource } from '../../list/labelWalk.ts';
import type { JournaledRun } from '../journal/journaledRun.ts';
import type { FieldConflict } from '../journal/labelOutcome.ts';
import type { RunLock } from './runLock.ts';
import type { ServiceGate } from './serviceGate.ts';

/** Labels of an account, as needed by a run. */
export interface ChangeTarget extends LabelPageSource {
  /** Sends changes of a label once; `beforeSending` decides whether they may still be sent. */
  sendChanges(id: LabelId, changes: LabelChanges, options: Required<UpdateOptions>): Promise<void>;
  /** Notifies others of the current values of a label. */
  publish(label: Label): void;
}

/** Phase of a run. */
export type RunPhase = 'waiting' | 'reading' | 'sending' | 'settling';

/** Options for carrying out a run. */
export interface ChangeRunOptions {
  readonly run: JournaledRun;
  readonly target: ChangeTarget;
  readonly gate: ServiceGate;
  readonly lock: RunLock;
  readonly clock: Clock;
  /** Ends the run immediately; nothing is sent or read afterwards. */
  readonly signal: AbortSignal;
  /** Called with the number of finished labels. */
  readonly onProgress?: (phase: RunPhase, finished: number) => void;
  /** Conflicts that the user has seen and wants to overwrite. */
  readonly conflictsToOverwrite?: ReadonlyMap<LabelId, readonly FieldConflict[]>;
}
