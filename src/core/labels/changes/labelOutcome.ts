import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isEditableField, type EditableField } from '../../api/labelFields.ts';

/** What is done about labels with an outcome when a run is taken up again. */
export type SentAgain = 'retry' | 'goOn' | 'never';

interface OutcomeKind {
  /** What a person calls it. */
  readonly title: () => string;
  /** The id of a product icon of VS Code. */
  readonly icon: string;
  readonly again: SentAgain;
}

/** What can come of a change, in the order in which summaries name it. The only list of these. */
export const outcomeKinds = {
  done: { title: () => l10n.t('Changed'), icon: 'pass', again: 'never' },
  alreadySo: { title: () => l10n.t('Already so'), icon: 'circle-slash', again: 'never' },
  conflict: { title: () => l10n.t('Conflicts'), icon: 'git-compare', again: 'never' },
  notKept: { title: () => l10n.t('Not kept'), icon: 'discard', again: 'retry' },
  failed: { title: () => l10n.t('Failed'), icon: 'error', again: 'retry' },
  uncertain: { title: () => l10n.t('Uncertain'), icon: 'question', again: 'goOn' },
  notSent: { title: () => l10n.t('Not sent'), icon: 'circle-outline', again: 'goOn' },
} as const satisfies Readonly<Record<string, OutcomeKind>>;

/** What came of a change. */
export type OutcomeKindName = keyof typeof outcomeKinds;

/** The names of the outcomes, in the order of the table. */
export const outcomeKindNames: readonly OutcomeKindName[] = Object.keys(outcomeKinds).filter(
  (name): name is OutcomeKindName => Object.hasOwn(outcomeKinds, name),
);

const field = z.custom<EditableField>((name) => typeof name === 'string' && isEditableField(name));
const value = z.union([z.string(), z.number()]).optional();

/** A field that was sent, or may have been: what an undo takes back. */
export const sentFieldSchema = z.object({ field, before: value, after: value });

/** A field that was sent, or may have been: what an undo takes back. */
export type SentField = z.output<typeof sentFieldSchema>;

const conflictSchema = z.object({ field, before: value, wanted: value, current: value });

/** A field that has neither the value that its change was planned from nor the one wanted. */
export type FieldConflict = z.output<typeof conflictSchema>;

const instead = z.array(z.object({ field, wanted: value, current: value })).readonly();
const reason = z.string();

/** What came of the change of one label. Reasons are fit to be shown. */
export const labelOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('alreadySo') }),
  z.object({ kind: z.literal('conflict'), conflicts: z.array(conflictSchema).readonly() }),
  /** The service has accepted the change, and says something else. */
  z.object({ kind: z.literal('notKept'), instead }),
  z.object({ kind: z.literal('failed'), reason }),
  /** It may have arrived: it has not been possible to read that. */
  z.object({ kind: z.literal('uncertain'), reason }),
  z.object({ kind: z.literal('notSent'), reason: reason.optional() }),
]);

/** What came of the change of one label. */
export type LabelOutcome = z.output<typeof labelOutcomeSchema>;
