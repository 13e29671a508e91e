import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { loadPages, updateAll } from '../../support/bareRequests.ts';

const serviceSchema = z.object({ baseUrl: z.string(), accessToken: z.string() });

/** Times of requests alone, sent from the host of all extensions, in milliseconds. */
export const bareRequests = {
  load: async (): Promise<number> => await timed(loadPages),
  update: async (): Promise<number> => {
    const labelStatus = 20 + Math.floor(Math.random() * 20);
    return await timed(async (...service) => await updateAll(...service, labelStatus));
  },
} as const;

async function timed(
  work: (baseUrl: string, accessToken: string) => Promise<unknown>,
): Promise<number> {
  const service = vscode.workspace.getConfiguration('comparison').get('service');
  const { accessToken, baseUrl } = serviceSchema.parse(service);
  const begun = performance.now();
  await work(baseUrl, accessToken);
  return performance.now() - begun;
}
