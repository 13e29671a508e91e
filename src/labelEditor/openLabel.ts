import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { activeDocuments } from '../commands/tabDocuments.ts';
import type { AccountId } from '../core/account/account.ts';
import {
  labelScheme,
  labelUriParts,
  parseLabelUri,
  type LabelAddress,
  type LabelId,
} from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { labelFormViewType } from '../ids.ts';

/** How a label document is shown. */
export type LabelPresentation = 'form' | 'json';

/** Opens a label. Throws `SessionExpiredError` if its account has to sign in first. */
export type OpenLabel = (
  accountId: AccountId,
  label: Label,
  as: LabelPresentation,
  options?: vscode.TextDocumentShowOptions,
) => Promise<void>;

/** What labels are opened with. */
export interface LabelOpenerOptions {
  readonly accounts: LabelAccounts;
  /** Where labels that were opened are noted. */
  readonly recent: RecentLabels;
  /** Begins to read a document that VS Code is about to ask for. */
  readonly readAhead: (uri: vscode.Uri) => void;
}

/** Returns what opens labels, in the document that is open already if any. */
export function labelOpener({ accounts, readAhead, recent }: LabelOpenerOptions): OpenLabel {
  return async (accountId, label, as, options) => {
    const { id: labelId, labelCode: code } = label;
    const open = openDocumentUri(accountId, labelId);
    const account = accounts.find(accountId);
    if (open === undefined && account?.state === 'signInNeeded') {
      // VS Code would keep the failure in the tab, even after signing in.
      throw new SessionExpiredError(accountId);
    }
    const address = { accountId, labelId, code };
    const uri = open ?? vscode.Uri.from(labelUriParts(address, account?.label ?? ''));
    // Before it is read: what the label is called helps to find it, and that is known at once.
    const noted = recent.add(accountId, label);
    if (open === undefined) {
      readAhead(uri);
    }
    await Promise.all([noted, showLabelDocument(uri, as, options)]);
  };
}

/** Shows a label document as a form or as JSON. */
export async function showLabelDocument(
  uri: vscode.Uri,
  as: LabelPresentation,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const viewType = as === 'form' ? labelFormViewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

/** Returns the label document in the active tab, in whichever editor; undefined if none. */
export function activeLabelUri(): vscode.Uri | undefined {
  const [uri, otherSide] = activeDocuments();
  return otherSide === undefined && uri?.scheme === labelScheme ? uri : undefined;
}

/** Returns the label in the active tab, in whichever editor; undefined if none. */
export function activeLabel(): LabelAddress | undefined {
  const uri = activeLabelUri();
  return uri === undefined ? undefined : parseLabelUri(uri);
}

/** Returns the open document of a label, whatever code its address has; undefined if none. */
function openDocumentUri(accountId: AccountId, labelId: LabelId): vscode.Uri | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => {
    const address = parseLabelUri(uri);
    return address?.accountId === accountId && address.labelId === labelId;
  })?.uri;
}
