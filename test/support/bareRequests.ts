import * as z from 'zod/mini';
import { concurrentRequests, largePageSize } from '../../src/core/labels/requestLimits.ts';

const pageSchema = z.object({
  data: z.object({ pages: z.int(), records: z.array(z.looseObject({ id: z.string() })) }),
});

/** A label as the service sends it. */
export type SentRecord = z.output<typeof pageSchema>['data']['records'][number];

/** Sends a request by bare fetch, and returns the JSON of the answer. */
export async function sendBare(
  address: string,
  accessToken: string,
  options?: RequestInit,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  return await (await fetch(address, { ...options, headers })).json();
}

/** Does `work` for each of `items`, as many at a time as the extension sends requests. */
async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const next = async (): Promise<void> => {
    for (const item of left) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: concurrentRequests }, next));
}

/** Loads all labels of a service by bare fetch, as large pages as the extension, as many at a time. */
export async function loadPages(
  baseUrl: string,
  accessToken: string,
): Promise<readonly SentRecord[]> {
  const read = async (current: number): Promise<z.output<typeof pageSchema>['data']> => {
    const address = `${baseUrl}/api/v2/label/list?current=${current}&size=${largePageSize}`;
    return pageSchema.parse(await sendBare(address, accessToken)).data;
  };
  const { pages, records } = await read(1);
  const all = [...records];
  const others = Array.from({ length: pages - 1 }, (_, index) => index + 2);
  await inParallel(others, async (page) => all.push(...(await read(page)).records));
  return all;
}

/** Gives labels a status by bare fetch: reads all, updates each, and reads all again. */
export async function updateAll(
  baseUrl: string,
  accessToken: string,
  labelStatus: number,
): Promise<void> {
  const records = await loadPages(baseUrl, accessToken);
  await inParallel(records, async ({ id }) => {
    const body = JSON.stringify({ id, labelStatus });
    const address = `${baseUrl}/api/v2/label/update`;
    await sendBare(address, accessToken, { method: 'POST', body });
  });
  await loadPages(baseUrl, accessToken);
}
