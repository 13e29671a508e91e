import * as z from 'zod';
import type { ApiClient } from './apiClient.ts';
import { readLabel, type LabelId, type LabelOrUnreadable } from './label.ts';
import { pageSchema, type Page } from './pagination.ts';

/** What labels to list (docs/interface.md, section 4.5). Everything is optional. */
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

/**
 * Returns one page of labels: GET /api/v2/label/list (docs/interface.md, section 4.5). Throws what
 * `ApiClient.call` throws.
 */
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

/** The fields of a label that can change, but cannot be emptied (docs/interface.md, section 4.6). */
export interface LabelChanges {
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/**
 * Changes fields of a label: POST /api/v2/label/update (docs/interface.md, section 4.6). `data` of the
 * response is unknown and not read. Throws what `ApiClient.call` throws.
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
