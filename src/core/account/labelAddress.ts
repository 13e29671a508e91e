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

/** What a label's address and its URI have in common, all decoded; `vscode.Uri` is one. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

/**
 * Returns `workforce-label:/<name of the account>/<code>.label.json?account=<id>&label=<id>`. People read the
 * path, in tabs and breadcrumbs; which label it is stands in the query.
 */
export function labelUriParts(
  { accountId, labelId, code }: LabelAddress,
  accountName: string,
): UriParts {
  const folder = encodeSegment(cut(accountName)) || accountId;
  const name = encodeSegment(code === undefined ? labelId : cut(code));
  return {
    scheme: labelScheme,
    path: `/${folder}/${name}${labelFileEnding}`,
    query: new URLSearchParams({ account: accountId, label: labelId }).toString(),
  };
}

/** Reads the address of a label document; undefined if `uri` is not one. */
export function parseLabelUri({ path, query, scheme }: UriParts): LabelAddress | undefined {
  const [root, ...segments] = path.split('/');
  const fileName = segments.pop();
  const [accountId, labelId] = identifiersIn(segments, query);
  if (
    scheme !== labelScheme ||
    root !== '' ||
    fileName?.endsWith(labelFileEnding) !== true ||
    accountId === undefined ||
    !isAccountId(accountId) ||
    labelId === undefined ||
    !isLabelId(labelId)
  ) {
    return undefined;
  }
  const name = decodeSegment(fileName.slice(0, -labelFileEnding.length));
  const isCode = name !== undefined && name !== labelId && !name.endsWith(cutMark);
  return { accountId, labelId, code: isCode ? name : undefined };
}

/** The ids of the account and the label, from the folders of a path and from the query. */
function identifiersIn(
  folders: readonly string[],
  query: string,
): readonly [string | undefined, string | undefined] {
  const [first, second] = folders;
  if (folders.length === 1) {
    const parameters = new URLSearchParams(query);
    return [parameters.get('account') ?? undefined, parameters.get('label') ?? undefined];
  }
  // Earlier versions had both in the path: a window may still have such documents open.
  const isEarlier = folders.length === 2 && query === '' && second !== undefined;
  return isEarlier ? [first, decodeSegment(second)] : [undefined, undefined];
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
