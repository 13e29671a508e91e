import * as z from 'zod';
import type { ApiClient } from './apiClient.ts';
import type { LabelId } from '../account/labelId.ts';
import { readLabel, type LabelOrUnreadable } from './label.ts';
import { pageSchema, type Page } from './pagination.ts';

/** What labels to list (interface document, section 4.5). Everything is optional. */
export interface LabelQuery {
  readonly q?: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Which page to list. */
export interface LabelPageRequest extends LabelQuery {
  /** Page number, counted from 1. */
  readonly current: number;
  /** Items per page. */
  readonly size: number;
}

/** Lists one page of labels: GET /api/v2/label/list (section 4.5). Throws what `ApiClient.call` throws. */
export async function listLabels(
  client: ApiClient,
  request: LabelPageRequest,
  signal?: AbortSignal,
): Promise<Page<LabelOrUnreadable>> {
  const { q, current, size, labelCode, labelName, labelStatus } = request;
  const page = await client.call(
    {
      method: 'GET',
      path: '/v2/label/list',
      query: { q, current, size, labelCode, labelName, labelStatus },
    },
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

/** The fields of a label that can change (section 4.6). One that would be emptied cannot be sent. */
export interface LabelChanges {
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/**
 * Changes fields of a label: POST /api/v2/label/update (section 4.6). What comes back as data is not
 * documented and not read. Throws what `ApiClient.call` throws.
 */
export async function updateLabel(
  client: ApiClient,
  id: LabelId,
  changes: LabelChanges,
  signal?: AbortSignal,
): Promise<void> {
  const { labelCode, labelName, labelStatus } = changes;
  await client.call(
    { method: 'POST', path: '/v2/label/update', body: { id, labelCode, labelName, labelStatus } },
    z.unknown(),
    signal,
  );
}
