import { isAccountId, type AccountId } from './account.ts';

/** Scheme of the file system whose files are labels. */
export const labelScheme = 'workforce-label';

/** Ending of a label document's file name. */
export const labelFileEnding = '.label.json';

const maximumCodeLength = 80;
const cutMark = '…';

/** Which label a document is. */
export interface LabelAddress {
  readonly accountId: AccountId;
  readonly labelId: LabelId;
  /** The code that the label had when the address was made; undefined if the address does not tell. */
  readonly code: string | undefined;
}

/** What a label's address and its URI have in common; `vscode.Uri` is one. */
export interface UriParts {
  readonly scheme: string;
  /** Decoded. */
  readonly path: string;
}

/** Returns `workforce-label:/<account>/<id>/<code>.label.json`; the file name is what a tab shows. */
export function labelUriParts({ accountId, labelId, code }: LabelAddress): UriParts {
  const name = encodeSegment(code === undefined ? labelId : cut(code));
  return {
    scheme: labelScheme,
    path: `/${accountId}/${encodeSegment(labelId)}/${name}${labelFileEnding}`,
  };
}

/** Reads the address of a label document; undefined if `uri` is none. */
export function parseLabelUri({ path, scheme }: UriParts): LabelAddress | undefined {
  const [root, accountId, encodedId, fileName, ...rest] = path.split('/');
  if (
    scheme !== labelScheme ||
    root !== '' ||
    accountId === undefined ||
    !isAccountId(accountId) ||
    encodedId === undefined ||
    fileName?.endsWith(labelFileEnding) !== true ||
    rest.length > 0
  ) {
    return undefined;
  }
  const labelId = decodeSegment(encodedId);
  if (labelId === undefined || !isLabelId(labelId)) {
    return undefined;
  }
  const name = decodeSegment(fileName.slice(0, -labelFileEnding.length));
  const isCode = name !== undefined && name !== labelId && !name.endsWith(cutMark);
  return { accountId, labelId, code: isCode ? name : undefined };
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

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

declare const brand: unique symbol;

/** Identifies a label within its tenant (docs/interface.md, section 2.4). */
export type LabelId = string & { readonly [brand]: 'LabelId' };

/** Whether `text` can be a label's id. */
export function isLabelId(text: string): text is LabelId {
  return text !== '';
}
