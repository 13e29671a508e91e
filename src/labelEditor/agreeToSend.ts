import * as vscode from 'vscode';
import { countText } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import { editableFields, labelField, type LabelChanges } from '../core/api/labelFields.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { labelTitle } from '../core/labels/labelTitle.ts';
import { cutText } from '../core/text/cutText.ts';
import { differingParts } from '../core/text/differingParts.ts';
import { isolated } from '../core/text/isolated.ts';
import { quotedComparedText, unquoted } from '../core/text/unquoted.ts';
import { showDialog } from '../surfaces/notify.ts';

/** Maximum length of a value or name shown: VS Code's dialog grows with its text. */
const shownLength = 80;

/** Texts of a question. */
interface SendQuestion {
  readonly question: (name: string) => string;
  readonly explanation: () => string;
  readonly send: () => string;
}

/** Questions before a save, in the order in which they are asked. */
const questions = {
  overwrites: {
    question: (name: string) => vscode.l10n.t('Overwrite somebody else’s changes to “{0}”?', name),
    explanation: () => vscode.l10n.t('The service has newer values than the ones you began with.'),
    send: () => vscode.l10n.t('Overwrite'),
  },
  notTyped: {
    question: (name: string) =>
      vscode.l10n.t('Send changes of “{0}” that you did not type here?', name),
    explanation: () =>
      vscode.l10n.t(
        'Another extension or a command of VS Code, such as Undo, has changed the text of this label.',
      ),
    send: () => vscode.l10n.t('Send Changes'),
  },
  underOtherName: {
    question: (name: string) => vscode.l10n.t('Send changes of “{0}” to this account?', name),
    explanation: () =>
      vscode.l10n.t(
        'The tab shows another name. The account was renamed, or a program has opened the label.',
      ),
    send: () => vscode.l10n.t('Send Changes'),
  },
} as const satisfies Readonly<Record<string, SendQuestion>>;

/**
 * Reason to ask before a save: the save overwrites somebody else's changes, the user has not typed the
 * changes in this window, or a tab does not name the label and its account. A program can make VS Code do any
 * of these.
 */
export type SendReason = keyof typeof questions;

const sendReasons = Object.keys(questions).filter((reason): reason is SendReason =>
  Object.hasOwn(questions, reason),
);

/** Returns the first reason that applies; undefined if none does. */
export function reasonToAsk(
  applies: Readonly<Record<SendReason, boolean>>,
): SendReason | undefined {
  return sendReasons.find((reason) => applies[reason]);
}

/**
 * Asks in a modal dialog, which no command can answer, whether to send changes of a label of `account`.
 * Returns the answer.
 */
export async function agreeToSend(
  account: string,
  label: Label,
  changes: LabelChanges,
  reason: SendReason,
): Promise<boolean> {
  const name = cutText(unquoted(labelTitle(label)), shownLength);
  const lines = editableFields.flatMap((field) => {
    if (changes[field] === undefined) {
      return [];
    }
    const { after, before } = differingParts(
      inputOfValue(label[field]),
      inputOfValue(changes[field]),
      shownLength,
      (length) =>
        countText(length, {
          one: (count) => vscode.l10n.t('… ({0} character) …', count),
          other: (count) => vscode.l10n.t('… ({0} characters) …', count),
        }),
    );
    return [
      vscode.l10n.t(
        '{0}: “{1}” becomes “{2}”',
        labelField(field).title(),
        isolated(quotedComparedText(before, [after])),
        isolated(quotedComparedText(after, [before])),
      ),
    ];
  });
  const { explanation, question, send } = questions[reason];
  const button = send();
  const pressed = await showDialog(
    'warning',
    question(name),
    [button],
    [account, ...lines, '', explanation()],
  );
  return pressed === button;
}
