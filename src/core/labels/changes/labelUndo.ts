import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { editableFields, labelField, type EditableField } from '../../api/labelFields.ts';
import type { DoneUpdate, LabelUpdate } from './bulkUpdate.ts';
import { changesTo } from './labelChanges.ts';

/** A label that an undo leaves as it is, or some of whose fields. */
export interface LabelLeftAlone {
  readonly label: Label;
  /** Fit to be shown. */
  readonly reason: string;
}

/** What an undo sends, and what it leaves alone. A label may be in both, with different fields. */
export interface UndoPlan {
  readonly updates: readonly LabelUpdate[];
  readonly leftAlone: readonly LabelLeftAlone[];
}

/** What an undo does about a field that was changed. */
type FieldUndo = 'bringBack' | 'isBack' | 'changedSince' | 'wasEmpty';

/** Whether there are old values that could be brought back. */
export function canUndo(done: readonly DoneUpdate[]): boolean {
  return done.some(({ label, changes }) =>
    editableFields.some((field) => changes[field] !== undefined && label[field] !== undefined),
  );
}

/**
 * What brings the old values back in `current`, which is all that the service has now of the labels.
 * Only a field that still holds what was written, or what the service made of it, is changed. One that
 * was empty stays: the service ignores empty fields.
 */
export function planUndo(
  done: readonly DoneUpdate[],
  current: ReadonlyMap<string, Label>,
): UndoPlan {
  const updates: LabelUpdate[] = [];
  const leftAlone: LabelLeftAlone[] = [];
  for (const update of done) {
    const label = current.get(update.label.id);
    if (label === undefined) {
      const reason = l10n.t('The service no longer has this label.');
      leftAlone.push({ label: update.updated, reason });
      continue;
    }
    const undoOf = (field: EditableField): FieldUndo | undefined =>
      undoOfField(field, update, label);
    const changes = changesTo(update.label, (field) => undoOf(field) === 'bringBack');
    if (changes !== undefined) {
      updates.push({ label, changes });
    }
    const reasons = reasonsToLeave(undoOf);
    if (reasons.length > 0) {
      leftAlone.push({ label, reason: reasons.join(' ') });
    } else if (changes === undefined) {
      leftAlone.push({ label, reason: l10n.t('It has its old values already.') });
    }
  }
  return { updates, leftAlone };
}

/** Undefined if `update` has not changed the field. */
function undoOfField(
  field: EditableField,
  { label: old, changes: written, updated }: DoneUpdate,
  now: Label,
): FieldUndo | undefined {
  if (written[field] === undefined) {
    return undefined;
  }
  if (now[field] === old[field]) {
    return 'isBack';
  }
  // The service may have made something else of what was written, such as a name without spaces.
  if (now[field] !== written[field] && now[field] !== updated[field]) {
    return 'changedSince';
  }
  return old[field] === undefined ? 'wasEmpty' : 'bringBack';
}

function reasonsToLeave(undoOf: (field: EditableField) => FieldUndo | undefined): string[] {
  const titlesOf = (undo: FieldUndo): string =>
    editableFields
      .filter((field) => undoOf(field) === undo)
      .map((field) => labelField(field).title())
      .join(', ');
  const changedSince = titlesOf('changedSince');
  const wasEmpty = titlesOf('wasEmpty');
  return [
    ...(changedSince === '' ? [] : [l10n.t('Changed since, left as it is: {0}.', changedSince)]),
    ...(wasEmpty === '' ? [] : [l10n.t('Was empty, cannot be emptied again: {0}.', wasEmpty)]),
  ];
}
