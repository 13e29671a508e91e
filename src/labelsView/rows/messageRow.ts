import * as vscode from 'vscode';
import { endedSessionText } from '../../accounts/accountText.ts';
import { notListedText } from '../../commands/countFacts.ts';
import { formatNumber } from '../../commands/formatNumber.ts';
import type { AccountId } from '../../core/account/account.ts';
import { AppError } from '../../core/errors/appError.ts';
import { remedyOf } from '../../core/errors/remedy.ts';
import type { LabelList } from '../../core/labels/list/labelList.ts';
import { commandIds, type CommandId } from '../../ids.ts';
import { treeItem } from '../../surfaces/treeItem.ts';
import { LabelsViewRow } from './labelsViewRow.ts';

/** Inputs of the messages, by kind. */
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
  readonly command?: { readonly id: CommandId; readonly title: string };
  /** Context value; by default, the kind. */
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
      // The command retries the failed action once the secret is set.
      const command = { id: commandIds.loadMoreLabels, title };
      // The manifest also offers Refresh, in case the secret is set elsewhere.
      return { ...shown, title, command, contextValue: 'failed refreshOffered' };
    }
    const title = vscode.l10n.t('Retry');
    const command = { id: commandIds.loadMoreLabels, title };
    // The manifest also offers Sign In.
    const contextValue = remedy?.kind === 'signIn' ? 'failed signInOffered' : 'failed';
    return { ...shown, title, command, contextValue };
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
    const description = endedSessionText(endReason);
    const icon = new vscode.ThemeIcon('sign-in');
    const command = { id: commandIds.signIn, title };
    return { title, description, tooltip: description, icon, command };
  },
};

/** Row that shows the state of a list above, below or instead of its labels. A click runs the next step. */
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

  /** Creates the message from the current state of `input`, as a list in it may have changed. */
  override treeItem(): vscode.TreeItem {
    const message = messages[this.kind](...this.#input);
    const { command, contextValue = this.kind, description, icon, title, tooltip } = message;
    const item = treeItem({
      label: title,
      description,
      tooltip: tooltip === undefined ? undefined : [tooltip],
      spoken: description === undefined ? title : `${title}, ${description}`,
    });
    item.id = this.id;
    item.contextValue = contextValue;
    item.iconPath = icon;
    if (command !== undefined) {
      item.command = { command: command.id, title: command.title, arguments: [this] };
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

/** Reason why labels could not be loaded, safe to display. */
export function loadFailureText(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : vscode.l10n.t('The labels could not be loaded. See the log for details.');
}
