import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../../account/labelAddress.ts';
import type { ContestedFields, FieldChange } from '../plan/changeSet.ts';

/** Facts about a plan that make a change doubtful. */
export interface ReviewDoubts {
  /** Codes that the plan would give to several labels. */
  readonly shared: ReadonlySet<string>;
  readonly contested: ContestedFields;
}

interface WarningRule {
  readonly appliesTo: (change: FieldChange, doubts: ReviewDoubts, id: LabelId) => boolean;
  readonly text: () => string;
}

/** Warnings about new values; none prevents sending. */
const warningRules: readonly WarningRule[] = [
  {
    appliesTo: ({ field }, { contested }, id) => contested.get(id)?.has(field) === true,
    text: () =>
      l10n.t('Somebody else has changed this value in the meantime: tick the label to replace it.'),
  },
  {
    appliesTo: ({ field, wanted }, { shared }) =>
      field === 'labelCode' && typeof wanted === 'string' && shared.has(wanted),
    text: () => l10n.t('Several labels would share this code.'),
  },
  {
    appliesTo: ({ wanted }) => typeof wanted === 'string' && wanted !== wanted.trim(),
    text: () => l10n.t('The text begins or ends with spaces.'),
  },
];

/** Warnings about a change of a field of the label `id`, each a sentence for display. */
export function reviewWarnings(
  change: FieldChange,
  doubts: ReviewDoubts,
  id: LabelId,
): readonly string[] {
  return warningRules
    .filter(({ appliesTo }) => appliesTo(change, doubts, id))
    .map(({ text }) => text());
}
