import { systemClock } from '../../src/core/async/clock.ts';
import { LabelRepository } from '../../src/core/labels/labelRepository.ts';
import { apiClientFor } from '../unit/core/labels/list/labelService.ts';
import { signIn, type SandboxAddress } from '../unit/sandbox/sandboxClient.ts';
import { startSandboxProcess } from './sandboxProcess.ts';

/** A sandbox in a process of its own, and its labels as the extension has them. */
export interface LabelServiceProcess {
  readonly repository: LabelRepository;
  readonly accessToken: string;
  readonly address: SandboxAddress;
  stop(): Promise<void>;
}

/** What the service is to be like. */
export interface LabelServiceOptions {
  readonly labels: number;
  /** Of an answer, in milliseconds. */
  readonly latency?: number;
  /** By how much that is less or more at most, at random. */
  readonly latencyVariation?: number;
  readonly pageLimit?: number;
}

/** Starts a service whose labels are made, and with which both sides have warmed up. */
export async function startLabelService({
  labels,
  latency = 0,
  latencyVariation = 0,
  pageLimit = 500,
}: LabelServiceOptions): Promise<LabelServiceProcess> {
  const sandbox = await startSandboxProcess([
    `--labels=${labels}`,
    `--latency=${latency}`,
    `--latency-variation=${latencyVariation}`,
    `--page-limit=${pageLimit}`,
  ]);
  const { address } = sandbox;
  const { access_token: accessToken } = await signIn(address);
  const repository = new LabelRepository(apiClientFor(address.baseUrl, accessToken), systemClock);
  for (let current = 1; current <= 5; current += 1) {
    await repository.page({ current, size: 200 });
  }
  return { repository, accessToken, address, stop: async () => await sandbox.stop() };
}
