import * as vscode from 'vscode';
import {
  emptyFilter,
  isEmptyFilter,
  labelFilterSummary,
  withStatusCriterion,
  withTextCriterion,
  type LabelFilter,
  type LabelTextCriterion,
} from '../core/labels/list/labelFilter.ts';
import { parseLabelFilter } from '../core/labels/list/labelFilterText.ts';
import type { SavedFilter } from '../core/labels/list/savedFilters.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { quickInputAnswer } from './quickInputAnswer.ts';
import { pickStatus, type StatusQuestion } from './statusPicker.ts';

/** What the user filters. */
export interface FilterQuestion {
  /** Says whose labels are filtered. */
  readonly title: string;
  /** The present filter. */
  readonly filter: LabelFilter;
  readonly names: StatusNames;
  /** The filters that have names. */
  readonly saved: () => readonly SavedFilter[];
  /** Forgets the filter of that name. */
  readonly remove: (name: string) => Promise<void>;
  /** The statuses that have been seen. */
  readonly statuses: Iterable<number>;
  readonly countStatuses: NonNullable<StatusQuestion['count']>;
}

/** A row: what to filter by next, or a whole filter. */
type FilterItem = vscode.QuickPickItem &
  (
    | { readonly choice: LabelTextCriterion | 'labelStatus' }
    | { readonly filter: LabelFilter; readonly savedAs?: string; readonly isTyped?: true }
    | { readonly kind: vscode.QuickPickItemKind.Separator }
  );

/**
 * Lets the user change one criterion of a filter, type several at once, take one that was saved, or
 * clear it. Returns the new filter, undefined if the user leaves without a change. Escape goes back
 * one step.
 */
export async function pickLabelFilter(question: FilterQuestion): Promise<LabelFilter | undefined> {
  for (;;) {
    const item = await pickItem(question);
    if (item === undefined || !('filter' in item || 'choice' in item)) {
      return undefined;
    }
    if ('filter' in item) {
      return item.filter;
    }
    const changed =
      item.choice === 'labelStatus'
        ? await askStatus(question)
        : await askText(question, item.choice, item.label);
    if (changed !== undefined) {
      return changed;
    }
  }
}

async function pickItem(question: FilterQuestion): Promise<FilterItem | undefined> {
  const input = vscode.window.createQuickPick<FilterItem>();
  const render = (): void => {
    input.items = [...offeredItems(question), ...typedItems(input.value, question.names)];
  };
  input.title = question.title;
  input.placeholder = vscode.l10n.t('Choose, or type such as code:A1 name:"Night shift" status:1');
  input.matchOnDescription = true;
  const subscriptions = [
    input.onDidChangeValue(render),
    input.onDidTriggerItemButton(async ({ item }) => {
      if ('savedAs' in item && item.savedAs !== undefined) {
        await question.remove(item.savedAs);
        render();
      }
    }),
  ];
  render();
  try {
    return await quickInputAnswer(input, () => {
      const [item] = input.selectedItems;
      // Its row may not be there yet, or still be that of the text before.
      return item === undefined || 'isTyped' in item
        ? typedItems(input.value, question.names)[0]
        : item;
    });
  } finally {
    vscode.Disposable.from(...subscriptions).dispose();
  }
}

function offeredItems({ filter, names, saved }: FilterQuestion): FilterItem[] {
  const { q, labelCode, labelName, labelStatus } = filter;
  const status = labelStatus === undefined ? undefined : statusText(labelStatus, names);
  const savedItems = saved().map((each) => savedItem(each, names));
  const clearItem: FilterItem = { filter: emptyFilter, label: vscode.l10n.t('Clear filter') };
  const savedHeading: FilterItem = {
    label: vscode.l10n.t('Saved filters'),
    kind: vscode.QuickPickItemKind.Separator,
  };
  return [
    criterionItem('q', vscode.l10n.t('Search text'), q),
    criterionItem('labelCode', vscode.l10n.t('Code'), labelCode),
    criterionItem('labelName', vscode.l10n.t('Name'), labelName),
    criterionItem('labelStatus', vscode.l10n.t('Status'), status),
    ...(isEmptyFilter(filter) ? [] : [clearItem]),
    ...(savedItems.length === 0 ? [] : [savedHeading, ...savedItems]),
  ];
}

function criterionItem(
  choice: LabelTextCriterion | 'labelStatus',
  label: string,
  value = '',
): FilterItem {
  return { choice, label, description: withoutIcons(displayText(value)) };
}

function savedItem({ filter, name }: SavedFilter, names: StatusNames): FilterItem {
  return {
    filter,
    savedAs: name,
    label: withoutIcons(displayText(name)),
    description: withoutIcons(labelFilterSummary(filter, names)),
    buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget') }],
  };
}

/** What is typed is a filter of its own; rows that match it as well stand above that. */
function typedItems(line: string, names: StatusNames): FilterItem[] {
  const filter = parseLabelFilter(line, names);
  return isEmptyFilter(filter)
    ? []
    : [
        {
          filter,
          isTyped: true,
          label: withoutIcons(vscode.l10n.t('Filter by {0}', labelFilterSummary(filter, names))),
          alwaysShow: true,
        },
      ];
}

async function askText(
  { filter, title }: FilterQuestion,
  criterion: LabelTextCriterion,
  name: string,
): Promise<LabelFilter | undefined> {
  const input = vscode.window.createInputBox();
  input.title = title;
  input.placeholder = name;
  input.prompt = vscode.l10n.t('{0}: leave it empty to remove it from the filter.', name);
  input.value = filter[criterion] ?? '';
  input.buttons = [vscode.QuickInputButtons.Back];
  return await quickInputAnswer(input, () => withTextCriterion(filter, criterion, input.value));
}

async function askStatus({
  countStatuses,
  filter,
  names,
  statuses,
  title,
}: FilterQuestion): Promise<LabelFilter | undefined> {
  const { labelStatus } = filter;
  const present = labelStatus === undefined ? statuses : [labelStatus, ...statuses];
  const answer = await pickStatus({
    title,
    names,
    present,
    chosen: labelStatus,
    isFilter: true,
    count: countStatuses,
  });
  return answer === undefined ? undefined : withStatusCriterion(filter, answer.status);
}
