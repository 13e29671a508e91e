import { surfaceText } from '../text/surfaceText.ts';
import { isAccountId, type AccountId } from './account.ts';
import { isPathSegment, pathSegment } from './pathSegment.ts';

/** URI scheme of label files. */
export const labelScheme = 'workforce-label';

/** File extension of label documents; no other file has it. */
export const labelFileEnding = '.workforce-label';

/** File extension in earlier versions: a window may still have such documents open. */
export const earlierLabelFileEnding = '.label.json';

/** Maximum length of a code in an address, in UTF-16 units; longer ones are omitted. */
const maximumCodeLength = 1000;

/** Address of a label's document. */
export interface LabelAddress {
  readonly accountId: AccountId;
  readonly labelId: LabelId;
  /** Code of the label when the address was made; undefined if the address lacks it. */
  readonly code: string | undefined;
}

/** Parts shared by a label's address and its URI, decoded; `vscode.Uri` has this shape. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

/**
 * Returns `workforce-label:/<name of the account>/<code>.workforce-label?account=<id>&label=<id>&code=<code>`.
 * The path is shown in tabs and breadcrumbs, so it contains only harmless characters of the names; the query
 * identifies the label.
 */
export function labelUriParts(
  { accountId, labelId, code }: LabelAddress,
  accountName: string,
): UriParts {
  const folder = pathSegment(accountName) ?? accountId;
  return {
    scheme: labelScheme,
    path: `/${folder}/${labelDocumentName(labelId, code)}${labelFileEnding}`,
    query: new URLSearchParams({
      account: accountId,
      label: labelId,
      ...(code !== undefined && isKept(code) ? { code } : {}),
    }).toString(),
  };
}

/**
 * Returns whether the path of a label's URI names its account (`accountName`) and the label, by its id or one
 * of its `codes`. Programs can open an address with any path; paths of the first version contain the
 * account's id instead of its name.
 */
export function namesLabel(
  { path }: Pick<UriParts, 'path'>,
  { accountId, labelId }: Pick<LabelAddress, 'accountId' | 'labelId'>,
  accountName: string,
  codes: readonly string[],
): boolean {
  const [folder = '', ...segments] = path.split('/').slice(1);
  const file = segments.at(-1) ?? '';
  if (file.endsWith(earlierLabelFileEnding)) {
    const name = decodeSegment(file.slice(0, -earlierLabelFileEnding.length));
    return (
      (folder === accountId || decodeSegment(folder) === earlierName(accountName)) &&
      (name === labelId || codes.some((code) => name === earlierName(code)))
    );
  }
  return (
    (folder === accountId || folder === pathSegment(accountName)) &&
    [undefined, ...codes].some(
      (code) => file === `${labelDocumentName(labelId, code)}${labelFileEnding}`,
    )
  );
}

/**
 * Returns the name of a label in a tab: its code if it fits into a path unchanged, otherwise the code and the
 * id, as other codes may look the same.
 */
function labelDocumentName(labelId: LabelId, code: string | undefined): string {
  const name = code === undefined ? undefined : pathSegment(code);
  const id = pathSegment(labelId);
  return name !== undefined && name === code
    ? name
    : [name, id].filter((part) => part !== undefined).join(' · ') || '_';
}

/** Returns whether `code` survives a round trip through the query. */
function isKept(code: string): boolean {
  return code !== '' && code.isWellFormed() && code.length <= maximumCodeLength;
}

/** Returns whether `path` is that of a label document. */
export function isLabelPath(path: string): boolean {
  return [labelFileEnding, earlierLabelFileEnding].some((ending) => path.endsWith(ending));
}

/** Parses the address of a label document; undefined if `uri` is not one. */
export function parseLabelUri({ path, query, scheme }: UriParts): LabelAddress | undefined {
  const [root, ...segments] = path.split('/');
  if (scheme !== labelScheme || root !== '') {
    return undefined;
  }
  const parts = partsOf(segments, query) ?? earlierPartsOf(segments, query);
  const accountId = parts?.accountId ?? '';
  const labelId = parts?.labelId ?? '';
  return isAccountId(accountId) && isLabelId(labelId)
    ? { accountId, labelId, code: parts?.code }
    : undefined;
}

/** Unchecked parts of an address. */
interface AddressParts {
  readonly accountId: string | null | undefined;
  readonly labelId: string | null | undefined;
  readonly code: string | undefined;
}

function partsOf(segments: readonly string[], query: string): AddressParts | undefined {
  const [folder, file, more] = segments;
  const isOne =
    folder !== undefined &&
    isPathSegment(folder) &&
    file?.endsWith(labelFileEnding) === true &&
    isPathSegment(file.slice(0, -labelFileEnding.length)) &&
    more === undefined;
  if (!isOne) {
    return undefined;
  }
  const parameters = new URLSearchParams(query);
  const [accountId, labelId] = [parameters.get('account'), parameters.get('label')];
  const code = parameters.get('code') ?? undefined;
  // A label must have exactly one address, as the state of its document is kept under it.
  return parameters.size === (code === undefined ? 2 : 3)
    ? { accountId, labelId, code }
    : undefined;
}

/**
 * Parses addresses of earlier versions: with the almost unchanged code in the path or, before that, with both
 * ids. A path with special meaning to VS Code, or with invisible characters, is rejected.
 */
function earlierPartsOf(segments: readonly string[], query: string): AddressParts | undefined {
  const folders = segments.slice(0, -1);
  const file = segments.at(-1);
  if (file?.endsWith(earlierLabelFileEnding) !== true || !segments.every(isFileName)) {
    return undefined;
  }
  const [accountId, labelId] = earlierIdsIn(folders, query);
  const name = decodeSegment(file.slice(0, -earlierLabelFileEnding.length));
  const isCode = name !== undefined && name !== labelId && !name.endsWith('…');
  return { accountId, labelId, code: isCode ? name : undefined };
}

function isFileName(name: string): boolean {
  return surfaceText('fileName', name) === name;
}

/** Returns the name of an account or a label in paths of earlier versions, decoded. */
function earlierName(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const maximumLength = 80;
  return characters.length > maximumLength
    ? `${characters.slice(0, maximumLength).join('')}…`
    : characters.join('');
}

function earlierIdsIn(
  folders: readonly string[],
  query: string,
): readonly [string | null | undefined, string | null | undefined] {
  const [first, second] = folders;
  if (folders.length === 1) {
    const parameters = new URLSearchParams(query);
    return [parameters.get('account'), parameters.get('label')];
  }
  const hasBoth = folders.length === 2 && query === '' && second !== undefined;
  return hasBoth ? [first, decodeSegment(second)] : [undefined, undefined];
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

declare const brand: unique symbol;

/** Id of a label within its tenant (docs/interface.md, section 2.4). */
export type LabelId = string & { readonly [brand]: 'LabelId' };

/** Returns whether `text` can be a label's id. */
export function isLabelId(text: string): text is LabelId {
  return text !== '';
}
