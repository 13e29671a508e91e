import * as vscode from 'vscode';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { quickInputAnswer } from './quickInputAnswer.ts';
import { statusIcon } from './rows/statusIcon.ts';

/** A status; undefined is any. */
export interface StatusChoice {
  readonly status: number | undefined;
}

interface StatusItem extends vscode.QuickPickItem, StatusChoice {}

/** What to choose a status for. */
export interface StatusQuestion {
  readonly title: string;
  readonly names: StatusNames;
  /** Offered even without a name; the first one is where the user starts. */
  readonly present: readonly number[];
  /** For a filter: it can be left open, and another criterion can be chosen instead. */
  readonly isFilter: boolean;
}

/**
 * Lets the user choose a status with a name, type the number of any, or, for a filter, choose none in
 * particular. Returns undefined if the user leaves or goes back.
 */
export async function pickStatus(question: StatusQuestion): Promise<StatusChoice | undefined> {
  const { isFilter, present, title } = question;
  const input = vscode.window.createQuickPick<StatusItem>();
  const offered = offeredItems(question);
  input.title = title;
  input.placeholder = vscode.l10n.t('Choose a status or type its number');
  input.matchOnDescription = true;
  input.buttons = isFilter ? [vscode.QuickInputButtons.Back] : [];
  input.items = offered;
  input.activeItems = offered.filter((item) => item.status === present[0]);
  const subscription = input.onDidChangeValue((value) => {
    const typed = typedItem(value, offered);
    input.items = typed === undefined ? offered : [typed, ...offered];
  });
  try {
    return await quickInputAnswer(input, () => input.selectedItems[0]);
  } finally {
    subscription.dispose();
  }
}

function offeredItems({ isFilter, names, present }: StatusQuestion): StatusItem[] {
  const statuses = Array.from(new Set([...names.keys(), ...present]));
  const items: StatusItem[] = statuses
    .sort((one, other) => one - other)
    .map((status) => statusItem(status, names.get(status)));
  return isFilter ? [{ status: undefined, label: vscode.l10n.t('Any status') }, ...items] : items;
}

function typedItem(value: string, offered: readonly StatusItem[]): StatusItem | undefined {
  const text = value.trim();
  const status = Number(text);
  const isNew = !offered.some((item) => item.status === status);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(status) && isNew
    ? { ...statusItem(status, undefined), alwaysShow: true }
    : undefined;
}

function statusItem(status: number, name: string | undefined): StatusItem {
  const item = { status, iconPath: statusIcon(status) };
  return name === undefined
    ? { ...item, label: vscode.l10n.t('Status {0}', status) }
    : { ...item, label: withoutIcons(displayText(name)), description: String(status) };
}
