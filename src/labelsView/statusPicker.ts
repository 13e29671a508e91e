import * as vscode from 'vscode';
import { labelCount } from '../commands/countFacts.ts';
import { statusTitle } from '../core/labels/labelTitle.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { quickInputAnswer } from '../surfaces/quickInputAnswer.ts';
import { createQuickPick, quickPickRow, type QuickPickRow } from '../surfaces/quickPick.ts';
import { statusIcon } from './rows/statusIcon.ts';

/** A chosen status; `undefined` means any status. */
export interface StatusChoice {
  readonly status: number | undefined;
}

interface StatusItem extends QuickPickRow, StatusChoice {}

/** Options of the status picker. */
export interface StatusQuestion {
  readonly title: string;
  readonly names: StatusNames;
  /** Statuses that are offered even if they have no name. */
  readonly statusesInUse: Iterable<number>;
  /** Notes next to some statuses. */
  readonly notes?: ReadonlyMap<number, string>;
  /** Initially active status. */
  readonly chosen: number | undefined;
  /** True for a filter, which also offers “Any status” and a Back button. */
  readonly isFilter: boolean;
  /** Counts the labels with each status. Never rejects. */
  readonly count?: (
    statuses: readonly (number | undefined)[],
    onCount: (status: number | undefined, count: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
}

/**
 * Lets the user choose a named status, type any number, or, for a filter, choose any status. Undefined if the
 * user cancels or goes back.
 */
export async function pickStatus(question: StatusQuestion): Promise<StatusChoice | undefined> {
  const { chosen, isFilter, names, notes, title } = question;
  const input = createQuickPick<StatusItem>({
    title,
    placeholder: vscode.l10n.t('Choose a status or type its number'),
  });
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
  input.matchOnDescription = true;
  input.keepScrollPosition = true;
  input.buttons = isFilter ? [vscode.QuickInputButtons.Back] : [];
  render(chosen);
  const subscription = input.onDidChangeValue((value) => {
    // A typed number activates the row of that status, not the first row that contains it.
    render(typedStatus(value) ?? input.activeItems[0]?.status);
  });
  const controller = new AbortController();
  const { signal } = controller;
  const showCounts = async (): Promise<void> => {
    await question.count?.(statuses, (status, count) => counts.set(status, count), signal);
    if (!signal.aborted && counts.size > 0) {
      // Render the counts only once: this activates the row last reported as active, and VS Code may not have
      // reported yet that the user has moved on.
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

function offeredStatuses({
  isFilter,
  names,
  statusesInUse,
}: StatusQuestion): (number | undefined)[] {
  const statuses = Array.from(new Set([...names.keys(), ...statusesInUse]));
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
    const label = vscode.l10n.t('Any status');
    return quickPickRow({ status, label, description: facts.join(' · ') });
  }
  const label = statusTitle(status, names);
  const description = [...(names.has(status) ? [String(status)] : []), ...facts].join(' · ');
  return quickPickRow({ status, iconPath: statusIcon(status), label, description });
}
