import * as z from 'zod/mini';
import type { ApiClient } from './apiClient.ts';

/**
 * Calls GET /api/v1/test/index (docs/interface.md, section 4.4) and returns its `data`, whatever that is.
 * Throws the errors of `ApiClient.call`.
 */
export async function callTestEndpoint(client: ApiClient, signal?: AbortSignal): Promise<unknown> {
  return await client.call({ method: 'GET', path: '/v1/test/index' }, z.unknown(), signal);
}
