import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { startChild } from '../host/childProcess.ts';
import type { SandboxAddress } from '../unit/sandbox/sandboxClient.ts';

const addressSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
});

/** A service in a process of its own, so that its work is not measured as the client's. */
export interface ServiceProcess {
  readonly address: SandboxAddress;
  stop(): Promise<void>;
}

/** Starts `npm run sandbox` with these options, such as `--labels=5000`. */
export async function startSandboxProcess(options: readonly string[]): Promise<ServiceProcess> {
  return await start('../../src/sandbox/main.ts', options);
}

/** Starts a service that answers every request with this JSON. */
export async function startConstantProcess(answer: string): Promise<ServiceProcess> {
  return await start('constantService.ts', [answer]);
}

async function start(program: string, options: readonly string[]): Promise<ServiceProcess> {
  const main = fileURLToPath(new URL(program, import.meta.url));
  const { promise: firstLine, resolve, reject } = Promise.withResolvers<string>();
  const child = startChild(process.execPath, [main, ...options], { output: { onLine: resolve } });
  void child.exited.then((code) => reject(new Error(`${program} ended with ${code}.`)));
  const address = addressSchema.parse(JSON.parse(await firstLine));
  return { address, stop: async () => await child.stop() };
}
