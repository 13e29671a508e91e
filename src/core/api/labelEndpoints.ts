import * as z from 'zod/mini';
import type { LabelId } from '../account/labelAddress.ts';
import type { ApiClient, ApiRequest } from './apiClient.ts';
import { readLabel, type LabelOrUnreadable } from './label.ts';
import { editableValues, type LabelChanges } from './labelFields.ts';
import { pageSchema, type Page } from './page.ts';

/** Which labels to list (docs/interface.md, section 4.5): the parameters of the endpoint, all optional. */
export interface LabelQuery extends Pick<LabelChanges, 'labelCode' | 'labelName' | 'labelStatus'> {
  readonly q?: string;
}

/** Which page to list. */
export interface LabelPageRequest extends LabelQuery {
  /** Page number, counted from 1. */
  readonly current: number;
  /** Items per page. */
  readonly size: number;
}

/**
 * Returns one page of labels: GET /api/v2/label/list (docs/interface.md, section 4.5). Throws what
 * `ApiClient.call` throws.
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
  return {
    records: page.records.map(readLabel),
    total: page.total,
    size: page.size,
    current: page.current,
    pages: page.pages,
  };
}

/** How to change a label. */
export interface UpdateOptions extends Pick<ApiRequest, 'beforeSending'> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Changes fields of a label: POST /api/v2/label/update (docs/interface.md, section 4.6). The data of the answer is
 * not documented and not read. Throws what `ApiClient.call` throws.
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
