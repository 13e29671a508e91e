import * as vscode from 'vscode';
import {
  emptyFilter,
  isEmptyFilter,
  withStatusCriterion,
  withTextCriterion,
  type LabelFilter,
  type LabelTextCriterion,
} from '../core/labels/list/labelFilter.ts';
import { statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { quickInputAnswer } from './quickInputAnswer.ts';
import { pickStatus } from './statusPicker.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice: LabelTextCriterion | 'labelStatus' | 'clear';
}

/**
 * Lets the user change one criterion of `filter`, or clear it. Returns the new filter, undefined if
 * the user leaves without a change. Escape goes back one step. `title` says what is filtered.
 */
export async function pickLabelFilter(
  filter: LabelFilter,
  names: StatusNames,
  title: string,
): Promise<LabelFilter | undefined> {
  for (;;) {
    const item = await vscode.window.showQuickPick(choiceItems(filter, names), {
      title,
      placeHolder: vscode.l10n.t('Choose what to filter by'),
    });
    if (item === undefined) {
      return undefined;
    }
    if (item.choice === 'clear') {
      return emptyFilter;
    }
    const changed =
      item.choice === 'labelStatus'
        ? await askStatus(filter, names, title)
        : await askText(filter, item.choice, title, item.label);
    if (changed !== undefined) {
      return changed;
    }
  }
}

function choiceItems(filter: LabelFilter, names: StatusNames): ChoiceItem[] {
  const { q, labelCode, labelName, labelStatus } = filter;
  const status = labelStatus === undefined ? undefined : statusText(labelStatus, names);
  const items: ChoiceItem[] = [
    choiceItem('q', vscode.l10n.t('Search text'), q),
    choiceItem('labelCode', vscode.l10n.t('Code'), labelCode),
    choiceItem('labelName', vscode.l10n.t('Name'), labelName),
    choiceItem('labelStatus', vscode.l10n.t('Status'), status),
  ];
  return isEmptyFilter(filter)
    ? items
    : [...items, { choice: 'clear', label: vscode.l10n.t('Clear filter') }];
}

function choiceItem(choice: ChoiceItem['choice'], label: string, value = ''): ChoiceItem {
  return { choice, label, description: withoutIcons(displayText(value)) };
}

async function askText(
  filter: LabelFilter,
  criterion: LabelTextCriterion,
  title: string,
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

async function askStatus(
  filter: LabelFilter,
  names: StatusNames,
  title: string,
): Promise<LabelFilter | undefined> {
  const { labelStatus } = filter;
  const present = labelStatus === undefined ? [] : [labelStatus];
  const answer = await pickStatus({ title, names, present, isFilter: true });
  return answer === undefined ? undefined : withStatusCriterion(filter, answer.status);
}
