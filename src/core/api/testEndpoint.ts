import * as z from 'zod';
import type { ApiClient } from './apiClient.ts';

/**
 * Calls GET /api/v1/test/index (interface document, section 4.4) and gives back whatever came as data.
 * Throws what `ApiClient.call` throws.
 */
export async function callTestEndpoint(client: ApiClient, signal?: AbortSignal): Promise<unknown> {
  return await client.call({ method: 'GET', path: '/v1/test/index' }, z.unknown(), signal);
}
