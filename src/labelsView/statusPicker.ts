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
  readonly present: Iterable<number>;
  /** What is said beside some of the statuses. */
  readonly notes?: ReadonlyMap<number, string>;
  /** Where the user starts. */
  readonly chosen: number | undefined;
  /** For a filter: it can be left open, and another criterion can be chosen instead. */
  readonly isFilter: boolean;
  /** Finds out how many labels have each of the statuses. Never rejects. */
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
  const { chosen, isFilter, names, notes, title } = question;
  const input = vscode.window.createQuickPick<StatusItem>();
  const statuses = offeredStatuses(question);
  const counts = new Map<number | undefined, number>();
  const render = (active: number | undefined): void => {
    const offered = statuses.map((status) => {
      const count = counts.get(status);
      const note = status === undefined ? undefined : notes?.get(status);
      return statusItem(status, names, [
        ...(note === undefined ? [] : [note]),
        ...(count === undefined ? [] : [labelCount(count)]),
      ]);
    });
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
    // A number means its status, and not the first one in whose row it occurs.
    render(typedStatus(value) ?? input.activeItems[0]?.status);
  });
  const controller = new AbortController();
  const { signal } = controller;
  const showCounts = async (): Promise<void> => {
    await question.count?.(statuses, (status, count) => counts.set(status, count), signal);
    if (!signal.aborted && counts.size > 0) {
      // All at once: where the user has just moved to, VS Code has not said yet.
      render(input.activeItems[0]?.status);
    }
  };
  void showCounts();
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
  const status = typedStatus(value);
  return status === undefined || offered.includes(status)
    ? undefined
    : { ...statusItem(status, new Map(), []), alwaysShow: true };
}

function typedStatus(value: string): number | undefined {
  const text = value.trim();
  const status = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(status) ? status : undefined;
}

function statusItem(
  status: number | undefined,
  names: StatusNames,
  facts: readonly string[],
): StatusItem {
  if (status === undefined) {
    return { status, label: vscode.l10n.t('Any status'), description: facts.join(' · ') };
  }
  const name = names.get(status);
  const label =
    name === undefined ? vscode.l10n.t('Status {0}', status) : withoutIcons(displayText(name));
  const description = [...(name === undefined ? [] : [String(status)]), ...facts].join(' · ');
  return { status, iconPath: statusIcon(status), label, description };
}
