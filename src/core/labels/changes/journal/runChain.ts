import type { LabelId } from '../../../account/labelAddress.ts';
import type { EditableField } from '../../../api/labelFields.ts';
import type { UndoRedoDirection } from '../../undoRedoDirection.ts';
import type { ChangeSet, FieldChange, LabelChange } from '../plan/changeSet.ts';
import type { RunHeader } from './journalEntry.ts';
import { openSteps, outcomeKinds, type RunStep, type SentField } from './labelOutcome.ts';
import type { RecordedField, RunRecord } from './runRecord.ts';

/** An undo or a redo of a run. */
export interface UndoRedoRun {
  readonly run: RunRecord;
  readonly direction: UndoRedoDirection;
}

/**
 * Result of a turn for a field that was sent. `leftAlone`: somebody else had changed it, or it already had the
 * value.
 */
type TurnResult = 'turned' | 'leftAlone' | 'open';

/** Effect of a turn on a field, and its sequence number. */
interface TurnEvent {
  readonly direction: UndoRedoDirection;
  readonly sequence: number;
  /** The field as sent by the turn; undefined if it was skipped. */
  readonly sent: RecordedField | undefined;
}

/** State of a field that a run has sent: the remaining step, if any, and the last values sent. */
interface FieldState {
  readonly left: UndoRedoDirection | undefined;
  readonly sent: SentField;
}

const opposite = { undo: 'redo', redo: 'undo' } as const satisfies Record<
  UndoRedoDirection,
  UndoRedoDirection
>;

/** A run with its undos and redos, in chronological order. */
export class RunChain {
  readonly root: RunRecord;
  readonly turns: readonly UndoRedoRun[];

  constructor(root: RunRecord, turns: readonly UndoRedoRun[] = []) {
    this.root = root;
    this.turns = turns;
  }

  /** The run or turn begun last. */
  get latest(): RunRecord {
    return this.turns.at(-1)?.run ?? this.root;
  }

  /** The run and its turns. */
  get runs(): readonly RunRecord[] {
    return [this.root, ...this.turns.map(({ run }) => run)];
  }

  /** Direction of the last turn; undefined before the first one. */
  get direction(): UndoRedoDirection | undefined {
    return this.turns.at(-1)?.direction;
  }

  /** Runs whose outcomes count now: an undone run sends nothing more. */
  get effectiveRuns(): readonly RunRecord[] {
    return this.direction === 'undo' ? [this.latest] : [this.latest, this.root];
  }

  /** The run that has labels left for `step`, if any. */
  runFor(step: RunStep): RunRecord | undefined {
    return this.effectiveRuns.find((run) => run.isOpen(step));
  }

  /** Sequence number of the last send or redo. */
  get doneSequence(): number {
    return Math.max(this.root.lastSentSequence, this.#lastTurnIn('redo'));
  }

  /** Sequence number of the last undo; 0 if there is none. */
  get undoneSequence(): number {
    return this.#lastTurnIn('undo');
  }

  /** Returns whether changes of any label, or of `label`, can be undone or redone. */
  canUndoRedo(direction: UndoRedoDirection, label?: LabelId): boolean {
    if (label !== undefined) {
      return this.#leftOf(direction, label).length > 0;
    }
    // Asked for each run that is shown, and there may be 100,000 labels: most runs need no look at them.
    return (
      !this.#isAllTurned(direction) &&
      this.root.hasSent((id, sent) => this.#stateOf(id, sent).left === direction)
    );
  }

  /**
   * Returns the changes that undo the run or redo it, with old and new values swapped. Labels changed by
   * somebody else since then are conflicts.
   */
  remaining(
    direction: UndoRedoDirection,
    labels: Iterable<LabelId> = this.root.sent.keys(),
  ): readonly LabelChange[] {
    return Array.from(labels).flatMap((id) => {
      const change = this.root.changes.get(id);
      const fields = this.#leftOf(direction, id).map(({ after, before, field }): FieldChange => ({
        field,
        before: after,
        wanted: before,
      }));
      return change === undefined || fields.length === 0
        ? []
        : [{ id, code: currentCode(fields) ?? change.code, name: change.name, fields }];
    });
  }

  /** Returns the interrupted or partly failed turn, if it covers all remaining changes of `labels`. */
  openUndoRedo(direction: UndoRedoDirection, labels?: Iterable<LabelId>): RunRecord | undefined {
    const last = this.turns.findLast((turn) => turn.direction === direction)?.run;
    if (last === undefined || !isOpen(last)) {
      return undefined;
    }
    const isInIt = this.remaining(direction, labels).every(({ fields, id }) =>
      fields.every(({ field }) => resultIn(last, id, field) === 'open'),
    );
    return isInIt ? last : undefined;
  }

  /** Returns the properties of a change set that make it a turn of the run. */
  setOf(direction: UndoRedoDirection): Pick<ChangeSet, 'origin' | 'title' | 'undoes' | 'redoes'> {
    const { header, title } = this.root;
    const { id } = header;
    return { origin: direction, title, [direction === 'undo' ? 'undoes' : 'redoes']: id };
  }

  #lastTurnIn(direction: UndoRedoDirection): number {
    const sent = this.turns.filter((turn) => turn.direction === direction && hasSent(turn.run));
    return Math.max(0, ...sent.map(({ run }) => run.lastSentSequence));
  }

  /** Returns whether a turn of all labels has completed since the last send that it reverses. */
  #isAllTurned(direction: UndoRedoDirection): boolean {
    const last = this.turns.findLast(({ run }) => hasSent(run));
    if (last === undefined) {
      return direction === 'redo';
    }
    const since = direction === 'undo' ? this.doneSequence : this.undoneSequence;
    return (
      last.direction === direction &&
      !isOpen(last.run) &&
      last.run.sequence > since &&
      last.run.changes.size >= this.root.sent.size
    );
  }

  /** Fields of a label that remain for a turn, with the last values sent. */
  #leftOf(direction: UndoRedoDirection, id: LabelId): readonly SentField[] {
    const fields = this.root.sent.get(id)?.fields ?? [];
    return fields
      .map((sent) => this.#stateOf(id, sent))
      .flatMap(({ left, sent }) => (left === direction ? [sent] : []));
  }

  /**
   * Returns the state of a field after all turns since it was sent. A field that a turn has skipped was changed
   * by somebody else and remains for no later turn.
   */
  #stateOf(id: LabelId, root: RecordedField): FieldState {
    let state: FieldState = { left: 'undo', sent: root };
    for (const { direction, sent } of this.#eventsOf(id, root)) {
      if (sent !== undefined) {
        state = { left: opposite[direction], sent };
      } else if (state.left === direction) {
        state = { ...state, left: undefined };
      }
    }
    return state;
  }

  #eventsOf(id: LabelId, root: RecordedField): readonly TurnEvent[] {
    const events = this.turns.flatMap(({ direction, run }): TurnEvent[] => {
      const result = resultIn(run, id, root.field);
      if (result === undefined || result === 'open') {
        return [];
      }
      const sent = result === 'turned' ? sentIn(run, id, root.field) : undefined;
      return [{ direction, sent, sequence: sent?.sequence ?? run.sequence }];
    });
    return events
      .filter(({ sequence }) => sequence > root.sequence)
      .sort((one, other) => one.sequence - other.sequence);
  }
}

/** Groups runs with their undos and redos, in chronological order. */
export function chainsOf(runs: readonly RunRecord[]): readonly RunChain[] {
  const places = placesIn(runs.map(({ header }) => header));
  const chains = new Map<string, { readonly root: RunRecord; readonly turns: UndoRedoRun[] }>();
  for (const run of runs) {
    const { direction, root } = places.get(run.header.id) ?? { root: run.header.id };
    if (direction === undefined) {
      chains.set(root, { root: run, turns: [] });
    } else {
      chains.get(root)?.turns.push({ run, direction });
    }
  }
  return Array.from(chains.values(), ({ root, turns }) => new RunChain(root, turns));
}

/** Position of a run in a chain: the id of the run that it undoes or redoes, or its own. */
interface RunPlaceInChain {
  readonly root: string;
  /** Undefined for a run that is not a turn, and for a turn whose run is not stored. */
  readonly direction?: UndoRedoDirection;
}

/**
 * Returns the positions of runs, given in chronological order, by their ids. In journals of earlier versions, a
 * redo is the undo of an undo.
 */
export function placesIn(headers: readonly RunHeader[]): ReadonlyMap<string, RunPlaceInChain> {
  const places = new Map<string, RunPlaceInChain>();
  for (const { id, redoes, undoes } of headers) {
    const turned = places.get(redoes ?? undoes ?? '');
    if (turned === undefined) {
      places.set(id, { root: id });
    } else {
      const before = turned.direction === undefined ? 'undo' : opposite[turned.direction];
      places.set(id, { root: turned.root, direction: redoes === undefined ? before : 'redo' });
    }
  }
  return places;
}

/** Returns the default chain for undo: the last bulk change sent or redone that is not undone. */
export function lastToUndo(chains: readonly RunChain[]): RunChain | undefined {
  const lastFirst = chains
    .filter(isBulkChange)
    .sort((one, other) => other.doneSequence - one.doneSequence);
  return lastFirst.find((chain) => chain.canUndoRedo('undo'));
}

/** Returns the default chain for redo: the last bulk change undone, unless a new one was sent since then. */
export function lastToRedo(chains: readonly RunChain[]): RunChain | undefined {
  const bulkChanges = chains.filter(isBulkChange);
  const roots = bulkChanges.map(({ root }) => root).filter(hasSent);
  const lastNew = Math.max(0, ...roots.map(({ lastSentSequence }) => lastSentSequence));
  const lastFirst = bulkChanges.toSorted((one, other) => other.undoneSequence - one.undoneSequence);
  return lastFirst.find((chain) => chain.undoneSequence > lastNew && chain.canUndoRedo('redo'));
}

/** Returns whether a chain is a bulk change: edits of single labels are undone in their editor. */
function isBulkChange({ root }: RunChain): boolean {
  return root.header.origin !== 'edit';
}

/** Result of a turn for a field; undefined if the turn does not include it. */
function resultIn(turn: RunRecord, id: LabelId, field: EditableField): TurnResult | undefined {
  const isPlanned = turn.changes.get(id)?.fields.some((each) => each.field === field);
  if (isPlanned !== true) {
    return undefined;
  }
  const outcome = turn.outcomeOf(id);
  const isFinal = outcome.kind === 'failed' && outcome.isFinal === true;
  if (!isFinal && openSteps.some((step) => step === outcomeKinds[outcome.kind].again)) {
    return 'open';
  }
  const isConflict =
    outcome.kind === 'conflict' && outcome.conflicts.some((each) => each.field === field);
  return isConflict || sentIn(turn, id, field) === undefined ? 'leftAlone' : 'turned';
}

function sentIn({ sent }: RunRecord, id: LabelId, field: EditableField): RecordedField | undefined {
  return sent.get(id)?.fields.find((each) => each.field === field);
}

function hasSent({ sent }: RunRecord): boolean {
  return sent.size > 0;
}

function isOpen(run: RunRecord): boolean {
  return openSteps.some((step) => run.isOpen(step));
}

/** Code of a label before a turn, by which it is found. */
function currentCode(fields: readonly FieldChange[]): string | undefined {
  const code = fields.find(({ field }) => field === 'labelCode')?.before;
  return typeof code === 'string' ? code : undefined;
}
