import * as vscode from 'vscode';
import { labelCount } from '../commands/labelCount.ts';
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
  /** Offered even without a name. */
  readonly present: readonly number[];
  /** Where the user starts. */
  readonly chosen: number | undefined;
  /** For a filter: it can be left open, and another criterion can be chosen instead. */
  readonly isFilter: boolean;
  /** Finds out how many labels have each of the statuses; `onCount` gets each count as it comes. Never rejects. */
  readonly count?: (
    statuses: readonly (number | undefined)[],
    onCount: (status: number | undefined, count: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

/**
 * Lets the user choose a status with a name, type the number of any, or, for a filter, choose none in
 * particular. Returns undefined if the user leaves or goes back.
 */
export async function pickStatus(question: StatusQuestion): Promise<StatusChoice | undefined> {
  const { chosen, isFilter, title } = question;
  const input = vscode.window.createQuickPick<StatusItem>();
  const statuses = offeredStatuses(question);
  const counts = new Map<number | undefined, number>();
  const render = (active: number | undefined): void => {
    const offered = statuses.map((status) =>
      statusItem(status, question.names, counts.get(status)),
    );
    const typed = typedItem(input.value, statuses);
    input.items = typed === undefined ? offered : [typed, ...offered];
    input.activeItems = input.items.filter(({ status }) => status === active);
  };
  input.title = title;
  input.placeholder = vscode.l10n.t('Choose a status or type its number');
  input.matchOnDescription = true;
  input.keepScrollPosition = true;
  input.buttons = isFilter ? [vscode.QuickInputButtons.Back] : [];
  render(chosen);
  const subscription = input.onDidChangeValue((value) => {
    const typed = typedItem(value, statuses);
    render(typed?.status ?? input.activeItems[0]?.status);
  });
  const controller = new AbortController();
  void question.count?.(
    statuses,
    (status, count) => {
      counts.set(status, count);
      render(input.activeItems[0]?.status);
    },
    controller.signal,
  );
  try {
    return await quickInputAnswer(input, () => input.selectedItems[0]);
  } finally {
    controller.abort();
    subscription.dispose();
  }
}

function offeredStatuses({ isFilter, names, present }: StatusQuestion): (number | undefined)[] {
  const statuses = Array.from(new Set([...names.keys(), ...present]));
  return [...(isFilter ? [undefined] : []), ...statuses.toSorted((one, other) => one - other)];
}

function typedItem(
  value: string,
  offered: readonly (number | undefined)[],
): StatusItem | undefined {
  const text = value.trim();
  const status = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(status) && !offered.includes(status)
    ? { ...statusItem(status, new Map(), undefined), alwaysShow: true }
    : undefined;
}

function statusItem(
  status: number | undefined,
  names: StatusNames,
  count: number | undefined,
): StatusItem {
  const counted = count === undefined ? [] : [labelCount(count)];
  if (status === undefined) {
    return { status, label: vscode.l10n.t('Any status'), description: counted.join('') };
  }
  const name = names.get(status);
  const label =
    name === undefined ? vscode.l10n.t('Status {0}', status) : withoutIcons(displayText(name));
  const description = [...(name === undefined ? [] : [String(status)]), ...counted].join(' · ');
  return { status, iconPath: statusIcon(status), label, description };
}
