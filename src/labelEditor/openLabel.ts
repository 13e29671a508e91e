import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import { activeDocuments, allTabs, documentsOf } from '../commands/openDocuments.ts';
import type { AccountId } from '../core/account/account.ts';
import {
  labelScheme,
  labelUriParts,
  parseLabelUri,
  type LabelId,
} from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { labelFormViewType } from '../ids.ts';

/** Presentation of a label document. */
export type LabelPresentation = 'form' | 'json';

/** Opens a label. Throws `SessionExpiredError` if its account requires a sign-in. */
export type OpenLabel = (
  accountId: AccountId,
  label: Label,
  as: LabelPresentation,
  options?: vscode.TextDocumentShowOptions,
) => Promise<void>;

/** Dependencies of the label opener. */
export interface LabelOpenerOptions {
  readonly accounts: LabelAccounts;
  /** Recently opened labels. */
  readonly recent: RecentLabels;
  /** Starts reading a document that VS Code will soon ask for. */
  readonly readAhead: (uri: vscode.Uri) => void;
  /** Focuses the name in the form of a document, once it has loaded. */
  readonly focusName: (uri: vscode.Uri) => void;
}

/** Creates the function that opens labels, reusing an open document. */
export function labelOpener({
  accounts,
  focusName,
  readAhead,
  recent,
}: LabelOpenerOptions): OpenLabel {
  return async (accountId, label, as, options) => {
    const { id: labelId, labelCode: code } = label;
    const isLabel = isDocumentOf(accountId, labelId);
    const read = vscode.workspace.textDocuments.find(({ uri }) => isLabel(uri))?.uri;
    const account = accounts.find(accountId);
    if (read === undefined && account?.state === 'signInNeeded') {
      // VS Code would keep the failure in the tab, even after signing in.
      throw new SessionExpiredError(accountId);
    }
    const address = { accountId, labelId, code };
    // VS Code reads the document of a restored tab only when the user switches to it.
    const shown = read ?? allTabs().flatMap(documentsOf).find(isLabel);
    const uri = shown ?? vscode.Uri.from(labelUriParts(address, account?.pathName ?? ''));
    // Added before the label is read, as its code and name help to find it. They are available before they
    // are stored, so the read need not wait.
    const noted = recent.add(accountId, label);
    if (read === undefined) {
      account?.repository.noteUserRetry();
      readAhead(uri);
    }
    if (as === 'form' && options?.preserveFocus !== true) {
      focusName(uri);
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

/**
 * Returns the URI of the label document on which a command is run: the one passed by VS Code, or, from the
 * Command Palette, the one in the active editor; undefined if there is none.
 */
export function targetLabelUri(
  argument: unknown,
  activeForm: vscode.Uri | undefined,
): vscode.Uri | undefined {
  const uri = argument === undefined ? (activeForm ?? uriInActiveEditor()) : argument;
  return uri instanceof vscode.Uri && uri.scheme === labelScheme ? uri : undefined;
}

/**
 * Returns the URI in the active editor; undefined for a comparison. The tab of an auxiliary window does not
 * count as active, and a form that is about to load has only a tab.
 */
function uriInActiveEditor(): vscode.Uri | undefined {
  const { activeTextEditor } = vscode.window;
  const [uri, otherSide] = activeDocuments();
  return otherSide === undefined ? (activeTextEditor?.document.uri ?? uri) : undefined;
}

/** Returns a function that tells whether a document belongs to a label, whatever the form of its address. */
export function isDocumentOf(accountId: AccountId, labelId: LabelId): (uri: vscode.Uri) => boolean {
  return (uri) => {
    const address = parseLabelUri(uri);
    return address?.accountId === accountId && address.labelId === labelId;
  };
}
