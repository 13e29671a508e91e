import * as l10n from '@vscode/l10n';
import { labelField } from '../../api/labelFields.ts';
import { AppError } from '../../errors/appError.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import { remedyOf } from '../../errors/remedy.ts';
import type { LabelOutcome } from './labelOutcome.ts';
import type { LabelDecision } from './runConflicts.ts';

/** What comes of a label all of whose fields that can be sent are there. */
export function outcomeBeside({ cannotBeEmptied, conflicts }: LabelDecision): LabelOutcome {
  if (cannotBeEmptied.length > 0) {
    const titles = cannotBeEmptied.map(({ field }) => labelField(field).title()).join(', ');
    return {
      kind: 'failed',
      reason: l10n.t('Was empty, cannot be emptied again: {0}.', titles),
      isFinal: true,
    };
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'done' };
}

/** What comes of a label that was not found; `isGone`: although the service has shown all its labels. */
export function outcomeOfMissing(isGone: boolean): LabelOutcome {
  const reason = isGone
    ? l10n.t('The service no longer has this label.')
    : l10n.t('The service has not listed this label, but not all others either. Try again.');
  return { kind: 'failed', reason };
}

/** What comes of a label whose answer was lost, and that still has its old values after a while. */
export function outcomeOfLost(reason: string | undefined): LabelOutcome {
  return { kind: 'failed', reason: l10n.t('The change has not arrived. {0}', reason ?? '') };
}

/** What comes of a label whose change `error` has kept from arriving. */
export function outcomeOfFailure(kind: 'failed' | 'notSent', error: unknown): LabelOutcome {
  const remedy = remedyOf(error);
  return { kind, reason: shownReason(error), ...(remedy === undefined ? {} : { remedy }) };
}

/** Why something failed, as far as it is fit to be shown. */
export function shownReason(error: unknown): string {
  return error instanceof AppError ? error.message : l10n.t('Unexpected: {0}', reasonOf(error));
}
