import { isAccountId, type AccountId } from './account.ts';
import type { UriParts } from './labelAddress.ts';
import { isPathSegment, pathSegment } from './pathSegment.ts';

/** URI scheme of tables of labels. */
export const tableScheme = 'workforce-label-table';

/** File extension of tables of labels; no other file has it. */
export const tableFileEnding = '.workforce-label-table';

/** Address of a table of labels. */
export interface TableAddress {
  readonly accountId: AccountId;
  /** Id under which the labels that the table was opened with are stored. */
  readonly tableId: TableId;
}

/**
 * Returns `workforce-label-table:/<name of the account>/<title>.workforce-label-table?account=<id>&table=<id>`.
 * The path is shown in tabs and breadcrumbs, so it contains only harmless characters; the query identifies the
 * table.
 */
export function tableUriParts(
  { accountId, tableId }: TableAddress,
  accountName: string,
  title: string,
): UriParts {
  const folder = pathSegment(accountName) ?? accountId;
  return {
    scheme: tableScheme,
    path: `/${folder}/${pathSegment(title) ?? '_'}${tableFileEnding}`,
    query: new URLSearchParams({ account: accountId, table: tableId }).toString(),
  };
}

/** Parses the address of a table of labels; undefined if `uri` is not one. */
export function parseTableUri({ path, query, scheme }: UriParts): TableAddress | undefined {
  const [root, folder, file, ...more] = path.split('/');
  const isOne =
    scheme === tableScheme &&
    root === '' &&
    folder !== undefined &&
    isPathSegment(folder) &&
    file?.endsWith(tableFileEnding) === true &&
    isPathSegment(file.slice(0, -tableFileEnding.length)) &&
    more.length === 0;
  const parameters = new URLSearchParams(query);
  const accountId = parameters.get('account') ?? '';
  const tableId = parameters.get('table') ?? '';
  return isOne && parameters.size === 2 && isAccountId(accountId) && isTableId(tableId)
    ? { accountId, tableId }
    : undefined;
}

/** Returns the title of a table, as tabs show it. */
export function tableTitle({ path }: Pick<UriParts, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1, -tableFileEnding.length);
}

declare const brand: unique symbol;

/** Id of a table: a UUID, and so harmless as a file name. */
export type TableId = string & { readonly [brand]: 'TableId' };

/** UUID in the format of `crypto.randomUUID`. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns whether `text` can be a table's id. */
export function isTableId(text: string): text is TableId {
  return uuid.test(text);
}
