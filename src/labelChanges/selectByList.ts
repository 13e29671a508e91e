import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { factOf, labelCount, notListedFact } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { itemsInSlices } from '../core/async/slices.ts';
import { tabSeparatedText } from '../core/labels/exchange/labelCsv.ts';
import { findByList, type FoundByList } from '../core/labels/reading/findByList.ts';
import { entriesOf, readList, type ListLine } from '../core/labels/reading/listText.ts';
import { displayText, singleLine } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { notify } from '../surfaces/notify.ts';
import { quickInputAnswer } from '../surfaces/quickInputAnswer.ts';
import {
  createQuickPick,
  quickPickRow,
  showQuickPick,
  type QuickPickRow,
} from '../surfaces/quickPick.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** Action on labels of the account. */
type LabelAction = (labels: readonly Label[]) => Promise<void>;

interface SelectByListOptions {
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly setStatus: LabelAction;
  readonly replace: LabelAction;
  readonly openTable: LabelAction;
  readonly exportLabels: LabelAction;
}

interface ListItem extends QuickPickRow {
  readonly read: () => Promise<readonly ListLine[]>;
}

interface ActionItem extends QuickPickRow {
  /** Action; undefined to show the entries that were not found. */
  readonly action: LabelAction | undefined;
}

/** Number of entries of a list that its item shows. */
const shownEntries = 5;

/**
 * Asks for a list of codes and ids, finds their labels, and offers actions for them; also shows the entries
 * that were not found. Throws `CancelledError` and the errors of the repository.
 */
export async function selectByList(
  account: LabelAccount,
  options: SelectByListOptions,
): Promise<void> {
  const { clock, texts } = options;
  const name = accountText(account);
  const lines = await askForList(vscode.l10n.t('Select by List: {0}', name));
  if (lines === undefined) {
    return;
  }
  if (lines.length === 0) {
    await notify('information', vscode.l10n.t('There are no codes or IDs on the clipboard.'));
    return;
  }
  const looking = vscode.l10n.t('Looking for labels of {0}', name);
  const found = await withSlowProgress(looking, clock, async (signal, onProgress) => {
    const { repository: source } = account;
    return await findByList(lines, { source, signal, whenRateLimited: 'wait', onProgress });
  });
  const { labels, notFound } = found;
  const title = vscode.l10n.t('{0}: {1}', name, factsOf(found));
  if (labels.length === 0) {
    await showNotFound(notFound, texts);
    await notify('warning', title);
    return;
  }
  const action = await chooseAction(title, notFound, account, options);
  await action?.(labels);
}

async function showNotFound(entries: readonly string[], texts: ReadOnlyTexts): Promise<void> {
  if (entries.length > 0) {
    await texts.show(vscode.l10n.t('Not Found'), `${entries.map(singleLine).join('\n')}\n`);
  }
}

/**
 * Asks for a list: from the clipboard, from the active editor, or typed or pasted. Returns its lines;
 * undefined if cancelled.
 */
async function askForList(title: string): Promise<readonly ListLine[] | undefined> {
  const offered: readonly ListItem[] = [
    quickPickRow({
      // Read only after the choice: a browser asks the user for permission.
      read: async () => await linesOf(await vscode.env.clipboard.readText()),
      label: vscode.l10n.t('From the Clipboard'),
      detail: vscode.l10n.t('A column or a list that you have copied'),
      alwaysShow: true,
    }),
    ...(await listItem(vscode.l10n.t('From the Editor'), editorText())),
  ];
  const input = createQuickPick<ListItem>({
    title,
    placeholder: vscode.l10n.t('Type or paste codes or IDs, with any separator'),
  });
  input.ignoreFocusOut = true;
  input.items = offered;
  let latest = '';
  const offer = async (value: string): Promise<void> => {
    latest = value;
    const items = await listItem(vscode.l10n.t('Find These'), value);
    if (value === latest) {
      input.items = [...items, ...offered];
    }
  };
  const subscription = input.onDidChangeValue((value) => void offer(value));
  try {
    const item = await quickInputAnswer(input, () => input.selectedItems[0]);
    return await item?.read();
  } finally {
    subscription.dispose();
  }
}

/** Returns the text selected in the editor, or its entire text if nothing is selected. */
function editorText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined
    ? ''
    : editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
}

async function linesOf(text: string): Promise<readonly ListLine[]> {
  const lines: ListLine[] = [];
  for await (const line of itemsInSlices(readList(text))) {
    lines.push(line);
  }
  return lines;
}

async function listItem(label: string, text: string): Promise<readonly ListItem[]> {
  const lines = await linesOf(text);
  const entries = new Set<string>();
  for await (const line of itemsInSlices(lines)) {
    entriesOf(line).forEach((entry) => entries.add(entry));
  }
  if (entries.size === 0) {
    return [];
  }
  const shown = Array.from(entries)
    .slice(0, shownEntries)
    .map((entry) => displayText(entry.slice(0, 40)));
  const count = countText(entries.size, {
    one: (formatted) => vscode.l10n.t('{0} entry', formatted),
    other: (formatted) => vscode.l10n.t('{0} entries', formatted),
  });
  const rest = entries.size > shown.length ? ', …' : '';
  return [
    quickPickRow({
      read: async () => await Promise.resolve(lines),
      label,
      description: count,
      detail: `${shown.join(', ')}${rest}`,
      // Typed text is a list and must not filter these items.
      alwaysShow: true,
    }),
  ];
}

function factsOf({ ambiguous, labels, missing, notFound }: FoundByList): string {
  return joinSentences([
    vscode.l10n.t('{0} found.', labelCount(labels.length)),
    ...factOf(notFound.length, {
      one: (count) => vscode.l10n.t('{0} entry was not found.', count),
      other: (count) => vscode.l10n.t('{0} entries were not found.', count),
    }),
    ...(ambiguous.length === 0
      ? []
      : [
          vscode.l10n.t(
            'Codes shared by several labels: {0}.',
            ambiguous.slice(0, shownEntries).map(displayText).join(', '),
          ),
        ]),
    ...notListedFact(missing),
  ]);
}

/**
 * Asks for an action; asks again after the user has viewed the entries that were not found. Undefined if
 * cancelled.
 */
async function chooseAction(
  title: string,
  notFound: readonly string[],
  account: LabelAccount,
  options: SelectByListOptions,
): Promise<LabelAction | undefined> {
  const items = actionItems(notFound, account, options);
  const placeholder = vscode.l10n.t('What do you want to do with these labels?');
  const choose = vscode.l10n.t('Choose Action');
  let answer: string | undefined;
  do {
    const item = await showQuickPick(items, { title, placeholder, ignoreFocusOut: true });
    if (item === undefined || item.action !== undefined) {
      return item?.action;
    }
    await showNotFound(notFound, options.texts);
    // A quick pick would cover the first entries.
    answer = await notify('information', title, { [choose]: 'asks' });
  } while (answer === choose);
  return undefined;
}

function actionItems(
  notFound: readonly string[],
  { readOnly }: LabelAccount,
  { exportLabels, openTable, replace, setStatus }: SelectByListOptions,
): readonly ActionItem[] {
  return [
    ...(readOnly !== undefined
      ? []
      : [
          quickPickRow({ action: setStatus, label: vscode.l10n.t('Set Status…') }),
          quickPickRow({ action: replace, label: vscode.l10n.t('Replace in Labels…') }),
        ]),
    quickPickRow({ action: openTable, label: vscode.l10n.t('Open as Table') }),
    quickPickRow({ action: exportLabels, label: vscode.l10n.t('Export Labels…') }),
    quickPickRow({ action: copyRows, label: vscode.l10n.t('Copy Rows for Spreadsheets') }),
    ...(notFound.length === 0
      ? []
      : [quickPickRow({ action: undefined, label: vscode.l10n.t('Show Entries Not Found') })]),
  ];
}

async function copyRows(labels: readonly Label[]): Promise<void> {
  await vscode.env.clipboard.writeText(await tabSeparatedText(labels));
}
