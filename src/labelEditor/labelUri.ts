import * as vscode from 'vscode';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { labelIdSchema, type LabelId } from '../core/api/label.ts';
import { labelFileEnding, labelScheme } from '../ids.ts';

const maximumCodeLength = 80;
const cutMark = '…';

/** Which label a document is. */
export interface LabelAddress {
  readonly accountId: AccountId;
  readonly labelId: LabelId;
  /** The code that the label had when the document was opened; undefined where the name does not tell. */
  readonly code: string | undefined;
}

/** What a document's address is made from. */
export interface LabelRow {
  readonly accountId: AccountId;
  readonly labelId: LabelId;
  readonly code: string | undefined;
}

/** `workforce-label:/<account>/<id>/<code>.label.json`; the file name is what a tab shows. */
export function labelUri({ accountId, labelId, code }: LabelRow): vscode.Uri {
  const name = encodeSegment(code === undefined ? labelId : cut(code));
  return vscode.Uri.from({
    scheme: labelScheme,
    path: `/${accountId}/${encodeSegment(labelId)}/${name}${labelFileEnding}`,
  });
}

/** Reads the address of a label document; undefined where `uri` is none. */
export function parseLabelUri(uri: vscode.Uri): LabelAddress | undefined {
  const [root, accountId, encodedId, fileName, ...rest] = uri.path.split('/');
  if (
    uri.scheme !== labelScheme ||
    root !== '' ||
    accountId === undefined ||
    !isAccountId(accountId) ||
    fileName === undefined ||
    !fileName.endsWith(labelFileEnding) ||
    rest.length > 0
  ) {
    return undefined;
  }
  const id = labelIdSchema.safeParse(decodeSegment(encodedId));
  if (!id.success) {
    return undefined;
  }
  const name = decodeSegment(fileName.slice(0, -labelFileEnding.length));
  const isCode = name !== undefined && name !== id.data && !name.endsWith(cutMark);
  return { accountId, labelId: id.data, code: isCode ? name : undefined };
}

/** The open document of a label, whatever code its address has. */
export function openLabelUri(accountId: AccountId, labelId: LabelId): vscode.Uri | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => {
    const address = parseLabelUri(uri);
    return address?.accountId === accountId && address.labelId === labelId;
  })?.uri;
}

function cut(code: string): string {
  const characters = Array.from(code);
  return characters.length > maximumCodeLength
    ? `${characters.slice(0, maximumCodeLength).join('')}${cutMark}`
    : code;
}

// Only what would break a path, or deceive the reader of a tab's title, is encoded.
const unsafe = /[%/\\\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function encodeSegment(text: string): string {
  const encoded = text.toWellFormed().replaceAll(unsafe, encodeURIComponent);
  return /^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded;
}

function decodeSegment(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
