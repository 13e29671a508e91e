import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { LabelId } from '../account/labelAddress.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { ApiClient, ApiRequest } from './apiClient.ts';
import { readLabel, type LabelOrUnreadable } from './label.ts';
import { editableValues, type LabelChanges } from './labelFields.ts';
import { pageSchema, type Page } from './page.ts';

/**
 * Maximum number of records in a page, whatever was requested: a service may not support paging. Each invalid
 * record takes 15 µs.
 */
const maximumPageSize = 20_000;

/** Query for labels (docs/interface.md, section 4.5): the parameters of the endpoint, all optional. */
export interface LabelQuery extends Pick<LabelChanges, 'labelCode' | 'labelName' | 'labelStatus'> {
  readonly q?: string;
}

/** Page to list. */
export interface LabelPageRequest extends LabelQuery {
  /** Page number, from 1. */
  readonly current: number;
  /** Items per page. */
  readonly size: number;
}

/**
 * Returns one page of labels: GET /api/v2/label/list (docs/interface.md, section 4.5). Throws the errors of
 * `ApiClient.call`.
 */
export async function listLabels(
  client: ApiClient,
  request: LabelPageRequest,
  signal?: AbortSignal,
): Promise<Page<LabelOrUnreadable>> {
  const page = await client.call(
    { method: 'GET', path: '/v2/label/list', query: { ...request } },
    pageSchema,
    signal,
  );
  if (page.records.length > maximumPageSize) {
    throw new ResponseSchemaError(l10n.t('more than {0} records in one page', maximumPageSize));
  }
  return {
    records: page.records.map(readLabel),
    total: page.total,
    size: page.size,
    current: page.current,
    pages: page.pages,
  };
}

/** Options of an update. */
export interface UpdateOptions extends Pick<ApiRequest, 'beforeSending'> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Changes fields of a label: POST /api/v2/label/update (docs/interface.md, section 4.6). The data of the response
 * is undocumented and not read. Throws the errors of `ApiClient.call`.
 */
export async function updateLabel(
  client: ApiClient,
  id: LabelId,
  changes: LabelChanges,
  { beforeSending, signal }: UpdateOptions = {},
): Promise<void> {
  const body = { id, ...editableValues(changes) };
  const request = { method: 'POST', path: '/v2/label/update', body, beforeSending } as const;
  await client.call(request, z.unknown(), signal);
}
