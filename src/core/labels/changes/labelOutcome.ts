import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { isBaseUrl } from '../../account/baseUrl.ts';
import { isEditableField, type EditableField } from '../../api/labelFields.ts';
import type { Remedy } from '../../errors/remedy.ts';
import { brandedText } from '../../text/brandedText.ts';

/** What is done about labels with an outcome when a run is taken up again. */
export type SentAgain = 'retry' | 'goOn' | 'never';

interface OutcomeKind {
  /** What a person calls it. */
  readonly title: () => string;
  /** The id of a product icon of VS Code. */
  readonly icon: string;
  readonly again: SentAgain;
  /** Whether a person has to look at the label. */
  readonly needsAttention: boolean;
}

/** What can come of a change, in the order in which summaries name it. The only list of these. */
export const outcomeKinds = {
  done: { title: () => l10n.t('Changed'), icon: 'pass', again: 'never', needsAttention: false },
  alreadySo: {
    title: () => l10n.t('Already so'),
    icon: 'circle-slash',
    again: 'never',
    needsAttention: false,
  },
  conflict: {
    title: () => l10n.t('Conflicts'),
    icon: 'git-compare',
    again: 'never',
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
    again: 'goOn',
    needsAttention: true,
  },
  notSent: {
    title: () => l10n.t('Not sent'),
    icon: 'circle-outline',
    again: 'goOn',
    needsAttention: false,
  },
} as const satisfies Readonly<Record<string, OutcomeKind>>;

/** What came of a change. */
export type OutcomeKindName = keyof typeof outcomeKinds;

/** The names of the outcomes, in the order of the table. */
export const outcomeKindNames: readonly OutcomeKindName[] = Object.keys(outcomeKinds).filter(
  (name): name is OutcomeKindName => Object.hasOwn(outcomeKinds, name),
);

const field = z.custom<EditableField>((name) => typeof name === 'string' && isEditableField(name));
const value = z.optional(z.union([z.string(), z.number()]));

/** A field that was sent, or may have been: what an undo takes back. */
export const sentFieldSchema = z.object({ field, before: value, after: value });

/** A field that was sent, or may have been: what an undo takes back. */
export type SentField = z.output<typeof sentFieldSchema>;

const conflictSchema = z.object({ field, before: value, wanted: value, current: value });

/** A field that has neither the value that its change was planned from nor the one wanted. */
export type FieldConflict = z.output<typeof conflictSchema>;

const instead = z.readonly(z.array(z.object({ field, wanted: value, current: value })));
const reason = z.string();

const baseUrl = brandedText(isBaseUrl);

/** What only the person can do before the change can be sent. */
const remedy: z.ZodMiniType<Remedy> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signIn') }),
  z.object({
    kind: z.literal('setClientSecret'),
    app: z.optional(z.object({ baseUrl, clientId: z.string() })),
  }),
]);

/** What came of the change of one label. Reasons are fit to be shown. */
export const labelOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('alreadySo') }),
  z.object({ kind: z.literal('conflict'), conflicts: z.readonly(z.array(conflictSchema)) }),
  /** The service has accepted the change, and says something else. */
  z.object({ kind: z.literal('notKept'), instead }),
  /** `isFinal`: all was done that can be; trying again changes nothing. */
  z.object({
    kind: z.literal('failed'),
    reason,
    remedy: z.optional(remedy),
    isFinal: z.optional(z.literal(true)),
  }),
  /** It may have arrived: it has not been possible to read that. */
  z.object({ kind: z.literal('uncertain'), reason }),
  z.object({
    kind: z.literal('notSent'),
    reason: z.optional(reason),
    remedy: z.optional(remedy),
  }),
]);

/** What came of the change of one label. */
export type LabelOutcome = z.output<typeof labelOutcomeSchema>;
