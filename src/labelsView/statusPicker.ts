import * as vscode from 'vscode';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { quickInputAnswer } from './quickInputAnswer.ts';
import { statusIcon } from './statusIcon.ts';

/** A status to filter by; undefined is any. */
export interface StatusChoice {
  readonly status: number | undefined;
}

interface StatusItem extends vscode.QuickPickItem, StatusChoice {}

/**
 * Lets the user choose a status with a name, type the number of any, or choose none in particular.
 * Undefined comes back where the user leaves or goes back.
 */
export async function pickStatus(
  present: number | undefined,
  names: StatusNames,
  title: string,
): Promise<StatusChoice | undefined> {
  const input = vscode.window.createQuickPick<StatusItem>();
  const offered = offeredItems(present, names);
  input.title = title;
  input.placeholder = vscode.l10n.t('Choose a status or type its number');
  input.matchOnDescription = true;
  input.buttons = [vscode.QuickInputButtons.Back];
  input.items = offered;
  input.activeItems = offered.filter((item) => item.status === present);
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

function offeredItems(present: number | undefined, names: StatusNames): StatusItem[] {
  const statuses = new Set(names.keys());
  if (present !== undefined) {
    statuses.add(present);
  }
  return [
    { status: undefined, label: vscode.l10n.t('Any status') },
    ...Array.from(statuses)
      .sort((one, other) => one - other)
      .map((status) => statusItem(status, names.get(status))),
  ];
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
    : { ...item, label: name, description: String(status) };
}
