import type { Account } from '../../../../../src/core/account/account.ts';
import { editableValues } from '../../../../../src/core/api/labelFields.ts';
import {
  outcomeOfMissing,
  outcomeOfUpToDate,
  type LabelOutcome,
} from '../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { LabelChange } from '../../../../../src/core/labels/changes/plan/changeSet.ts';
import { decide } from '../../../../../src/core/labels/changes/run/runConflicts.ts';
import {
  fieldsAsStored,
  outcomeAsStored,
} from '../../../../../src/core/labels/changes/run/settle.ts';
import { emptyRun } from '../changes/journal/emptyRun.ts';
import type { TwoPeopleService } from './twoPeopleService.ts';

/** Fate of one request. */
export type RequestFate =
  | 'accepted'
  | 'unread'
  | 'refused'
  | 'lostArrived'
  | 'lostNotArrived'
  | 'cancelled'
  | 'killed';

/** Surroundings of a run. */
export interface RunWorld {
  readonly service: TwoPeopleService;
  readonly account: Account;
  readonly nextFate: () => RequestFate;
  /** Called between all steps: others work meanwhile. */
  readonly meanwhile: () => void;
  /** Called before each request that may arrive, and after each that has. */
  readonly onSend: (change: LabelChange) => void;
  readonly onArrive: (change: LabelChange) => void;
}

/** Carries out changes as a run does, one after another. Undefined if its window dies. */
export function simulatedRun(
  changes: readonly LabelChange[],
  { account, meanwhile, nextFate, onArrive, onSend, service }: RunWorld,
): RunRecord | undefined {
  const record = emptyRun(account);
  changes.forEach((change) => record.apply({ kind: 'plan', change }));
  for (const change of changes) {
    meanwhile();
    const { id } = change;
    const write = (outcome: LabelOutcome, more = {}): void =>
      record.apply({ kind: 'outcome', id, outcome, at: 0, ...more });
    const label = service.get(id);
    if (label === undefined) {
      write(outcomeOfMissing(true));
      continue;
    }
    const decision = decide(change, label, { origin: 'edit', conflictsToOverwrite: [], sent: [] });
    if (decision.send.length === 0) {
      const outcome = outcomeOfUpToDate(decision);
      write(outcome.kind === 'done' ? { kind: 'alreadySo' } : outcome);
      continue;
    }
    const fate = nextFate();
    if (fate === 'killed') {
      return undefined;
    }
    if (fate === 'cancelled') {
      return record;
    }
    record.apply({ kind: 'intent', id, sent: decision.send, at: 0 });
    if (fate === 'refused') {
      write({ kind: 'failed', reason: 'refused' }, { hasNotArrived: true });
      continue;
    }
    const fields = decision.send.map(({ after: wanted, before, field }) => ({
      field,
      before,
      wanted,
    }));
    onSend({ ...change, fields });
    if (fate !== 'lostNotArrived') {
      const sent = Object.fromEntries(decision.send.map(({ after, field }) => [field, after]));
      service.write('us', id, editableValues(sent));
      onArrive({ ...change, fields });
    }
    if (fate === 'accepted') {
      meanwhile();
      const now = service.get(id);
      if (now !== undefined) {
        const kept = outcomeAsStored(decision.send, now);
        const outcome = kept.kind === 'done' ? outcomeOfUpToDate(decision) : kept;
        write(outcome, { sent: fieldsAsStored(decision.send, now) });
      }
    } else if (fate === 'unread') {
      write(outcomeOfUpToDate(decision), { isUnread: true });
    } else {
      write({ kind: 'uncertain', reason: 'lost' });
    }
  }
  return record;
}
