import * as vscode from 'vscode';
import { formatNumber } from '../../commands/formatNumber.ts';
import { notListedText } from '../../commands/notListedText.ts';
import type { AccountId } from '../../core/account/account.ts';
import { AppError } from '../../core/errors/appError.ts';
import { remedyOf } from '../../core/errors/remedy.ts';
import type { LabelList } from '../../core/labels/list/labelList.ts';
import { displayText } from '../../core/text/displayText.ts';
import { commandIds, type CommandId } from '../../ids.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** The kinds of message, and what each is made from. */
interface MessageInputs {
  readonly empty: [isFiltered: boolean];
  readonly failed: [error: unknown];
  readonly loading: [];
  readonly loadMore: [list: LabelList];
  readonly notListed: [list: LabelList];
  readonly signIn: [endReason: string | undefined];
}

type MessageKind = keyof MessageInputs;

interface Message {
  readonly title: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: vscode.ThemeIcon;
  /** `argument`: if not the row. */
  readonly command?: {
    readonly id: CommandId;
    readonly title: string;
    readonly argument?: unknown;
  };
  /** If not the kind. */
  readonly contextValue?: string;
}

const messages: { readonly [Kind in MessageKind]: (...input: MessageInputs[Kind]) => Message } = {
  empty: (isFiltered) => {
    const icon = new vscode.ThemeIcon('info');
    if (!isFiltered) {
      return { title: vscode.l10n.t('No labels'), icon };
    }
    const description = vscode.l10n.t('Clear Filter');
    const command = { id: commandIds.clearLabelFilter, title: description };
    return { title: vscode.l10n.t('No labels match the filter'), description, icon, command };
  },
  failed: (error) => {
    const remedy = remedyOf(error);
    const description = loadFailureText(error);
    const icon = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    const shown = { description, tooltip: description, icon };
    if (remedy?.kind === 'setClientSecret') {
      const title = vscode.l10n.t('Set Client Secret');
      const command = { id: commandIds.setClientSecret, title, argument: remedy.app };
      // The manifest offers Refresh beside it, for when that is done.
      return { ...shown, title, command, contextValue: 'failed refreshOffered' };
    }
    const isSignIn = remedy?.kind === 'signIn';
    const title = isSignIn ? vscode.l10n.t('Try Again') : vscode.l10n.t('Retry');
    const command = { id: commandIds.loadMoreLabels, title };
    // The manifest offers Sign In beside it.
    return { ...shown, title, command, contextValue: isSignIn ? 'failed signInOffered' : 'failed' };
  },
  loading: () => ({
    title: vscode.l10n.t('Loading labels…'),
    icon: new vscode.ThemeIcon('loading~spin'),
  }),
  loadMore: (list) => {
    const title = loadMoreTitle(list);
    if (list.state.kind === 'loading') {
      const icon = new vscode.ThemeIcon('loading~spin');
      return { title, icon, contextValue: 'loadingMore' };
    }
    const command = { id: commandIds.loadMoreLabels, title: vscode.l10n.t('Load More Labels') };
    return { title, icon: new vscode.ThemeIcon('ellipsis'), command };
  },
  notListed: ({ missing }) => ({
    title: notListedText(missing),
    icon: new vscode.ThemeIcon('info'),
  }),
  signIn: (endReason) => {
    const title = vscode.l10n.t('Sign in again');
    const description =
      endReason === undefined
        ? vscode.l10n.t('The session has ended.')
        : vscode.l10n.t('The session has ended: {0}', displayText(endReason));
    const icon = new vscode.ThemeIcon('sign-in');
    const command = { id: commandIds.signIn, title };
    return { title, description, tooltip: description, icon, command };
  },
};

/** Shows the state of a list above or below its labels, or in their place; runs the next step when clicked. */
export class MessageRow<Kind extends MessageKind = MessageKind> extends LabelsViewRow {
  readonly kind: Kind;
  readonly id: string;
  readonly #input: MessageInputs[Kind];

  constructor(accountId: AccountId, kind: Kind, ...input: MessageInputs[Kind]) {
    super(accountId);
    this.kind = kind;
    this.id = `${accountId}?${kind}`;
    this.#input = input;
  }

  /** Made from `input` as it is now: a list may have gone on. */
  override treeItem(): vscode.TreeItem {
    const message = messages[this.kind](...this.#input);
    const { command, contextValue = this.kind, description, icon, title, tooltip } = message;
    const item = new vscode.TreeItem(title);
    item.id = this.id;
    item.contextValue = contextValue;
    item.iconPath = icon;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: title };
    if (description !== undefined) {
      item.description = description;
      item.accessibilityInformation = { label: `${title}, ${description}` };
    }
    if (command !== undefined) {
      const { argument = this, id, title: commandTitle } = command;
      item.command = { command: id, title: commandTitle, arguments: [argument] };
    }
    return item;
  }
}

function loadMoreTitle({ count, state, total }: LabelList): string {
  const loaded = formatNumber(count);
  if (count === 0) {
    return vscode.l10n.t('Load labels');
  }
  if (total === undefined) {
    return state.kind === 'loading'
      ? vscode.l10n.t('Loading more… ({0} loaded)', loaded)
      : vscode.l10n.t('Load more ({0} loaded)', loaded);
  }
  return state.kind === 'loading'
    ? vscode.l10n.t('Loading more… ({0} of {1})', loaded, formatNumber(total))
    : vscode.l10n.t('Load more ({0} of {1})', loaded, formatNumber(total));
}

/** Why labels could not be loaded, without what must not be shown. */
export function loadFailureText(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : vscode.l10n.t('The labels could not be loaded. The log says more.');
}
