import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import {
  labelCriteria,
  labelFilterSummary,
  localCriteria,
  needsAllLabels,
  queryCriteria,
  type LabelFilter,
  type QueryCriterion,
} from '../core/labels/list/labelCriteria.ts';
import {
  emptyFilter,
  isEmptyFilter,
  withStatusCriterion,
  withTextCriterion,
  type LabelTextCriterion,
} from '../core/labels/list/labelFilter.ts';
import { filterExamples, parseLabelFilter } from '../core/labels/list/labelFilterText.ts';
import type { SavedFilter } from '../core/labels/list/savedFilters.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { createInputBox } from '../surfaces/inputBox.ts';
import { quickInputAnswer } from '../surfaces/quickInputAnswer.ts';
import { createQuickPick, quickPickRow, type QuickPickRow } from '../surfaces/quickPick.ts';
import { pickStatus, type StatusQuestion } from './statusPicker.ts';

/** Options of the filter picker. */
export interface FilterQuestion {
  /** Title, including the account whose labels are filtered. */
  readonly title: string;
  /** Current filter. */
  readonly filter: LabelFilter;
  readonly names: StatusNames;
  /** Returns the named filters. */
  readonly saved: () => readonly SavedFilter[];
  /** Deletes the filter with this name. */
  readonly remove: (name: string) => Promise<void>;
  /** Statuses seen among the labels. */
  readonly statuses: Iterable<number>;
  readonly countStatuses: NonNullable<StatusQuestion['count']>;
}

/**
 * Row for a criterion to set next, or for a whole filter. The criteria that the service applies have separate
 * prompts.
 */
type FilterItem = QuickPickRow &
  (
    | { readonly choice: QueryCriterion }
    | { readonly filter: LabelFilter; readonly savedAs?: string; readonly isTyped?: true }
    /** Accepting the row inserts its example into the box. */
    | { readonly example: string }
    /** The row describes the problem with the typed text. */
    | { readonly problem: string }
    | { readonly kind: vscode.QuickPickItemKind.Separator }
  );

/**
 * Lets the user change a criterion of a filter, type several criteria at once, pick a saved filter, or clear
 * the filter. Escape goes back one step. Returns the new filter; undefined if cancelled.
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
  const input = createQuickPick<FilterItem>({
    title: question.title,
    placeholder: vscode.l10n.t(
      'Choose a criterion, or type, for example code:A1 name:"Night shift" status:1',
    ),
  });
  const render = (): void => {
    const offered = offeredItems(question);
    const typed = typedItems(input.value, question.names);
    // VS Code would match examples against the typed filter too, and list them above it.
    const others = typed.length === 0 ? offered : offered.filter((item) => !('example' in item));
    // Show all options below an invalid filter, though they do not match the text.
    input.items = typed.some((item) => 'problem' in item)
      ? [...typed, ...offered.map((item) => Object.assign(item, { alwaysShow: true }))]
      : [...others, ...typed];
  };
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
      const [typed] = typedItems(input.value, question.names);
      const hasFilter = typed !== undefined && !('problem' in typed);
      if (item !== undefined && 'example' in item && !hasFilter) {
        input.value = item.example;
        render();
        return undefined;
      }
      // The row of the typed text may not be shown yet, or may still show the previous text.
      const isTyped =
        item === undefined || 'isTyped' in item || 'problem' in item || 'example' in item;
      const chosen = isTyped ? typed : item;
      return chosen !== undefined && 'problem' in chosen ? undefined : chosen;
    });
  } finally {
    vscode.Disposable.from(...subscriptions).dispose();
  }
}

function offeredItems({ filter, names, saved }: FilterQuestion): FilterItem[] {
  const savedItems = saved().map((each) => savedItem(each, names));
  const clearItem = quickPickRow({ filter: emptyFilter, label: vscode.l10n.t('Clear filter') });
  const savedHeading: FilterItem = quickPickRow({
    label: vscode.l10n.t('Saved filters'),
    kind: vscode.QuickPickItemKind.Separator,
  } as const);
  return [
    ...queryCriteria.map((choice) =>
      quickPickRow({
        choice,
        label: labelCriteria[choice].title(),
        description: valueText(filter, choice, names),
      }),
    ),
    ...localCriteria.flatMap((name): FilterItem[] => {
      const { example, summary, title } = labelCriteria[name];
      return example === undefined
        ? []
        : [
            quickPickRow({
              example,
              label: title(),
              description: summary(filter, names, textLanguage())[0] ?? example,
            }),
          ];
    }),
    ...(isEmptyFilter(filter) ? [] : [clearItem]),
    ...(savedItems.length === 0 ? [] : [savedHeading, ...savedItems]),
  ];
}

function valueText(filter: LabelFilter, choice: QueryCriterion, names: StatusNames): string {
  const value = filter[choice];
  return typeof value === 'number' ? statusText(value, names) : displayText(value ?? '');
}

function savedItem({ filter, name }: SavedFilter, names: StatusNames): FilterItem {
  return quickPickRow({
    filter,
    savedAs: name,
    label: displayText(name),
    description: labelFilterSummary(filter, names, textLanguage()),
    buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Forget') }],
  });
}

/** Returns a row for the typed filter or its problem; empty if nothing is typed. */
function typedItems(line: string, names: StatusNames): FilterItem[] {
  const parsed = parseLabelFilter(line, names);
  if (parsed.kind === 'refused') {
    const { problem } = parsed;
    return [
      quickPickRow({
        problem,
        label: problem,
        iconPath: new vscode.ThemeIcon('warning'),
        detail: vscode.l10n.t('You can type: {0}', filterExamples()),
        alwaysShow: true,
      }),
    ];
  }
  const { filter } = parsed;
  return isEmptyFilter(filter)
    ? []
    : [
        quickPickRow({
          filter,
          isTyped: true,
          label: vscode.l10n.t('Filter by {0}', labelFilterSummary(filter, names, textLanguage())),
          ...(needsAllLabels(filter) ? { detail: vscode.l10n.t('Reads all labels first') } : {}),
          alwaysShow: true,
        } as const),
      ];
}

async function askText(
  { filter, title }: FilterQuestion,
  criterion: LabelTextCriterion,
  name: string,
): Promise<LabelFilter | undefined> {
  const { input } = createInputBox({
    title,
    placeholder: name,
    prompt: vscode.l10n.t('{0} (empty removes it from the filter)', name),
  });
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
    statusesInUse: present,
    chosen: labelStatus,
    isFilter: true,
    count: countStatuses,
  });
  return answer === undefined ? undefined : withStatusCriterion(filter, answer.status);
}
