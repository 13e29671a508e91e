import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { countText } from '../commands/formatNumber.ts';
import { labelCount } from '../commands/labelCount.ts';
import { notify } from '../commands/notify.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { tabSeparatedText } from '../core/labels/exchange/labelCsv.ts';
import { findByList, listEntries, type FoundByList } from '../core/labels/list/findByList.ts';
import { displayText, singleLine } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { accountText } from './accountText.ts';
import { factOf, notListedFact } from './countFacts.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { withSlowProgress } from './slowProgress.ts';

/** Does something with labels of the account. */
type LabelAction = (labels: readonly Label[]) => Promise<void>;

interface SelectByListOptions {
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly setStatus: LabelAction;
  readonly replace: LabelAction;
  readonly exportLabels: LabelAction;
}

interface ListItem extends vscode.QuickPickItem {
  readonly read: () => Promise<readonly string[]>;
}

interface ActionItem extends vscode.QuickPickItem {
  readonly action: LabelAction;
}

/** How many entries of a list are shown before it is taken. */
const shownEntries = 5;

/**
 * Finds labels by a list of codes and ids that the user gives, says which of these lead nowhere, and lets
 * the user do something with the others. Throws `CancelledError` and what the repository throws.
 */
export async function selectByList(
  account: LabelAccount,
  options: SelectByListOptions,
): Promise<void> {
  const { clock, texts } = options;
  const name = accountText(account);
  const entries = await askForList(vscode.l10n.t('Select by List: {0}', name));
  if (entries === undefined) {
    return;
  }
  if (entries.length === 0) {
    await notify('information', vscode.l10n.t('There are no codes or IDs on the clipboard.'));
    return;
  }
  const looking = vscode.l10n.t('Looking for labels of {0}', name);
  const source = account.repository;
  const found = await withSlowProgress(
    looking,
    clock,
    async (signal, onProgress) => await findByList(entries, { source, signal, onProgress }),
  );
  const { labels, notFound } = found;
  if (notFound.length > 0) {
    const list = `${notFound.map(singleLine).join('\n')}\n`;
    await texts.show(vscode.l10n.t('Not Found'), list, { preserveFocus: true });
  }
  if (labels.length === 0) {
    await notify('warning', vscode.l10n.t('{0}: {1}', name, factsOf(found)));
    return;
  }
  const action = await pickAction(vscode.l10n.t('{0}: {1}', name, factsOf(found)), options);
  await action?.(labels);
}

/** Asks for a list: typed or pasted, from the clipboard, or from the editor that was in front. */
async function askForList(title: string): Promise<readonly string[] | undefined> {
  const offered: readonly ListItem[] = [
    {
      // Not before it is chosen: a browser asks the user whether it may be read.
      read: async () => listEntries(await vscode.env.clipboard.readText()),
      label: vscode.l10n.t('From the Clipboard'),
      detail: vscode.l10n.t('A column or a list that you have copied'),
      alwaysShow: true,
    },
    ...listItem(vscode.l10n.t('From the Editor'), editorText()),
  ];
  const input = vscode.window.createQuickPick<ListItem>();
  const { promise, resolve } = Promise.withResolvers<ListItem | undefined>();
  input.title = title;
  input.placeholder = vscode.l10n.t('Type or paste codes or IDs, separated by anything');
  input.ignoreFocusOut = true;
  input.items = offered;
  const subscriptions = [
    input.onDidChangeValue((value) => {
      input.items = [...listItem(vscode.l10n.t('Look for These'), value), ...offered];
    }),
    input.onDidAccept(() => resolve(input.selectedItems[0])),
    input.onDidHide(() => resolve(undefined)),
  ];
  input.show();
  try {
    return await (await promise)?.read();
  } finally {
    subscriptions.forEach((subscription) => void subscription.dispose());
    input.dispose();
  }
}

/** The text that is selected in the editor, or else all of it. */
function editorText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined
    ? ''
    : editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
}

function listItem(label: string, text: string): readonly ListItem[] {
  const entries = listEntries(text);
  if (entries.length === 0) {
    return [];
  }
  const shown = entries.slice(0, shownEntries).map((entry) => displayText(entry.slice(0, 40)));
  const count = countText(entries.length, {
    one: (formatted) => vscode.l10n.t('{0} entry', formatted),
    other: (formatted) => vscode.l10n.t('{0} entries', formatted),
  });
  const rest = entries.length > shown.length ? ', …' : '';
  return [
    {
      read: async () => await Promise.resolve(entries),
      label,
      description: count,
      detail: withoutIcons(`${shown.join(', ')}${rest}`),
      // Whatever is typed: it is a list, and not what to look for among these.
      alwaysShow: true,
    },
  ];
}

function factsOf({ ambiguous, labels, missing, notFound }: FoundByList): string {
  return joinSentences([
    vscode.l10n.t('{0} found.', labelCount(labels.length)),
    ...factOf(notFound.length, (count) => vscode.l10n.t('Not found: {0}.', count)),
    ...(ambiguous.length === 0
      ? []
      : [
          vscode.l10n.t(
            'Codes that several labels have: {0}.',
            ambiguous.slice(0, shownEntries).map(displayText).join(', '),
          ),
        ]),
    ...notListedFact(missing),
  ]);
}

async function pickAction(
  title: string,
  { exportLabels, replace, setStatus }: SelectByListOptions,
): Promise<LabelAction | undefined> {
  const items: readonly ActionItem[] = [
    { action: setStatus, label: vscode.l10n.t('Set Status…') },
    { action: replace, label: vscode.l10n.t('Replace in Labels…') },
    { action: exportLabels, label: vscode.l10n.t('Export Labels…') },
    { action: copyRows, label: vscode.l10n.t('Copy Rows for Spreadsheets') },
  ];
  const placeHolder = vscode.l10n.t('What to do with these labels?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))
    ?.action;
}

async function copyRows(labels: readonly Label[]): Promise<void> {
  await vscode.env.clipboard.writeText(tabSeparatedText(labels));
}
