import * as vscode from 'vscode';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import type { OpenAction } from '../core/labels/changes/journal/labelOutcome.ts';
import type { LabelChange } from '../core/labels/changes/plan/changeSet.ts';
import { cutText } from '../core/text/cutText.ts';
import { singleLine } from '../core/text/displayText.ts';
import type { SendQuestion } from './agreed.ts';

/** Subject of a question before sending. */
interface AskedChanges {
  /** Account of the labels, for display. */
  readonly account: string;
  /** Title of the run. */
  readonly title: string;
  /** Labels to send. */
  readonly labels: readonly Omit<LabelChange, 'fields'>[];
}

/** Returns the question to ask before `action` of a run. */
export function sendQuestion(
  action: OpenAction,
  { account, labels, title }: AskedChanges,
): SendQuestion {
  const { message, send } = questions[action](labels.length, account);
  return {
    message,
    send,
    detail: [title, '', ...namedLabels(labels)],
  };
}

const questions: Readonly<
  Record<OpenAction, (count: number, account: string) => Pick<SendQuestion, 'message' | 'send'>>
> = {
  retry: (count, account) => ({
    message: countText(count, {
      one: () => vscode.l10n.t('Retry the change to one label of {0}?', account),
      other: (text) => vscode.l10n.t('Retry the changes to {0} labels of {1}?', text, account),
    }),
    send: countText(count, {
      one: () => vscode.l10n.t('Retry One Change'),
      other: (text) => vscode.l10n.t('Retry {0} Changes', text),
    }),
  }),
  resume: (count, account) => ({
    message: countText(count, {
      one: () => vscode.l10n.t('Send the remaining change to one label of {0}?', account),
      other: (text) =>
        vscode.l10n.t('Send the remaining changes to {0} labels of {1}?', text, account),
    }),
    send: countText(count, {
      one: () => vscode.l10n.t('Send One Change'),
      other: (text) => vscode.l10n.t('Send {0} Changes', text),
    }),
  }),
};

/**
 * Maximum number of labels that a dialog names before it only counts the rest, and maximum length of a name:
 * VS Code's dialogs grow with their text.
 */
const namedNumber = 8;
const shownLength = 80;

/** Returns the titles of the first `labels`, each short enough for a line, and the number of the others. */
export function namedLabels(labels: readonly Omit<LabelChange, 'fields'>[]): readonly string[] {
  const named = labels.slice(0, namedNumber).map(nameOf);
  const others = labels.length - named.length;
  return others === 0 ? named : [...named, vscode.l10n.t('and {0} more', formatNumber(others))];
}

function nameOf({ code = '', id, name = '' }: Omit<LabelChange, 'fields'>): string {
  const texts = [name, code].map(shown).filter((text) => text !== '');
  return texts.length === 0 ? shown(id) : texts.join(' · ');
}

function shown(text: string): string {
  return singleLine(cutText(text, shownLength));
}
