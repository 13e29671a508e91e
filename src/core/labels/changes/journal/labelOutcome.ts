import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { isBaseUrl } from '../../../account/baseUrl.ts';
import { type EditableField, isEditableField, labelField } from '../../../api/labelFields.ts';
import { AppError } from '../../../errors/appError.ts';
import { reasonOf } from '../../../errors/reasonOf.ts';
import { type Remedy, remedyOf } from '../../../errors/remedy.ts';
import { brandedText } from '../../../text/brandedText.ts';
import type { FieldChange } from '../plan/changeSet.ts';

/** Action that sends labels of a finished run again. */
export type ResendAction = 'retry' | 'resume' | 'overwrite';

/** Actions for labels whose change is not complete. */
export const openActions = ['retry', 'resume'] as const satisfies readonly ResendAction[];

/** Action for labels whose change is not complete. */
export type OpenAction = (typeof openActions)[number];

interface OutcomeKind {
  /** Display name. */
  readonly title: () => string;
  /** Id of a product icon. */
  readonly icon: string;
  /** Action that sends labels with this outcome again. */
  readonly again?: ResendAction;
  /** True if the label needs the user's attention. */
  readonly needsAttention: boolean;
}

/** Outcomes of a change, in the order of summaries; the only list of them. */
const kinds = {
  done: { title: () => l10n.t('Changed'), icon: 'pass', needsAttention: false },
  alreadySo: {
    title: () => l10n.t('Already up to date'),
    icon: 'circle-slash',
    needsAttention: false,
  },
  conflict: {
    title: () => l10n.t('Conflicts'),
    icon: 'git-compare',
    again: 'overwrite',
    needsAttention: true,
  },
  notKept: {
    title: () => l10n.t('Not kept'),
    icon: 'warning',
    again: 'retry',
    needsAttention: true,
  },
  failed: { title: () => l10n.t('Failed'), icon: 'error', again: 'retry', needsAttention: true },
  uncertain: {
    title: () => l10n.t('Uncertain'),
    icon: 'question',
    again: 'resume',
    needsAttention: true,
  },
  notSent: {
    title: () => l10n.t('Not sent'),
    icon: 'circle-outline',
    again: 'resume',
    needsAttention: false,
  },
} as const satisfies Readonly<Record<string, OutcomeKind>>;

/** Name of an outcome of a change. */
export type OutcomeKindName = keyof typeof kinds;

/** Outcomes of a change, in the order of summaries. */
export const outcomeKinds: Readonly<Record<OutcomeKindName, OutcomeKind>> = kinds;

/** Names of the outcomes, in the order of summaries. */
export const outcomeKindNames: readonly OutcomeKindName[] = Object.keys(outcomeKinds).filter(
  (name): name is OutcomeKindName => Object.hasOwn(outcomeKinds, name),
);

const fieldSchema = z.custom<EditableField>(
  (name) => typeof name === 'string' && isEditableField(name),
);
const valueSchema = z.optional(z.union([z.string(), z.number()]));

/** A field that was sent, or may have been; an undo restores its old value. */
export const sentFieldSchema = z.object({
  field: fieldSchema,
  before: valueSchema,
  after: valueSchema,
});

/** A field that was sent, or may have been; an undo restores its old value. */
export type SentField = z.output<typeof sentFieldSchema>;

const conflictSchema = z.object({
  field: fieldSchema,
  before: valueSchema,
  wanted: valueSchema,
  current: valueSchema,
});

/** Field with neither the value that its change was planned from nor the wanted one. */
export type FieldConflict = z.output<typeof conflictSchema>;

const instead = z.readonly(
  z.array(z.object({ field: fieldSchema, wanted: valueSchema, current: valueSchema })),
);
const reasonSchema = z.string();

const baseUrlSchema = brandedText(isBaseUrl);

/** Step required of the user before the change can be sent. */
export const remedySchema: z.ZodMiniType<Remedy> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signIn') }),
  z.object({
    kind: z.literal('setClientSecret'),
    app: z.optional(z.object({ baseUrl: baseUrlSchema, clientId: z.string() })),
  }),
]);

/** Outcome of the change to one label. Reasons are for display. */
export const labelOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('alreadySo') }),
  z.object({ kind: z.literal('conflict'), conflicts: z.readonly(z.array(conflictSchema)) }),
  /** The service accepted the change but returns another value. */
  z.object({ kind: z.literal('notKept'), instead }),
  /** `isFinal`: all possible changes were made; a retry is useless. */
  z.object({
    kind: z.literal('failed'),
    reason: reasonSchema,
    remedy: z.optional(remedySchema),
    isFinal: z.optional(z.literal(true)),
  }),
  /** The change may have been applied; the label could not be read. */
  z.object({
    kind: z.literal('uncertain'),
    reason: reasonSchema,
    remedy: z.optional(remedySchema),
  }),
  z.object({
    kind: z.literal('notSent'),
    reason: z.optional(reasonSchema),
    remedy: z.optional(remedySchema),
  }),
]);

/** Outcome of the change to one label. */
export type LabelOutcome = z.output<typeof labelOutcomeSchema>;

/** Outcome of a label that already has all values that can be sent. */
export function outcomeOfUpToDate({
  cannotBeEmptied,
  conflicts,
}: {
  readonly cannotBeEmptied: readonly FieldChange[];
  readonly conflicts: readonly FieldConflict[];
}): LabelOutcome {
  if (cannotBeEmptied.length > 0) {
    const titles = cannotBeEmptied.map(({ field }) => labelField(field).title()).join(', ');
    return {
      kind: 'failed',
      reason: l10n.t('These fields were empty and cannot be emptied again: {0}.', titles),
      isFinal: true,
    };
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'done' };
}

/** Outcome of a label that was not found; `isGone` if the service has listed all its labels. */
export function outcomeOfMissing(isGone: boolean): LabelOutcome {
  const reason = isGone
    ? l10n.t('The service no longer has this label.')
    : l10n.t('The service did not list this label, and its list is incomplete. Try again.');
  return { kind: 'failed', reason };
}

/** Outcome of a label that still has its old values after the response was lost. */
export function outcomeOfLost(reason: string | undefined): LabelOutcome {
  return {
    kind: 'failed',
    reason: l10n.t(
      'The service had not applied the change when the label was read again. {0}',
      reason ?? '',
    ),
  };
}

/** Outcome of a change that failed with `error`. */
export function outcomeOfFailure(kind: 'failed' | 'notSent', error: unknown): LabelOutcome {
  const remedy = remedyOf(error);
  return { kind, reason: shownReason(error), ...(remedy === undefined ? {} : { remedy }) };
}

/**
 * Returns the outcome of a label that was not sent, for the reason in `unsent`. If an earlier attempt has
 * sent it, only the required step is taken from `unsent`.
 */
export function outcomeOfUnsent(before: LabelOutcome, unsent: LabelOutcome): LabelOutcome {
  if (before.kind === 'notSent') {
    return unsent;
  }
  const remedy = unsent.kind === 'notSent' ? unsent.remedy : undefined;
  const isOpen = before.kind === 'failed' || before.kind === 'uncertain';
  return isOpen && remedy !== undefined ? { ...before, remedy } : before;
}

/** Returns the reason for a failure, for display. */
export function shownReason(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : l10n.t('Unexpected error: {0}', reasonOf(error));
}
