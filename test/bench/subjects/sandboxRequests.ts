import { Pool } from 'undici';
import { inTurns } from '../inTurns.ts';
import { startLabelService } from '../labelService.ts';
import type { Measurement } from '../row.ts';
import { startConstantProcess } from '../sandboxProcess.ts';

const requests = 1000;
const atATime = 16;
const path = '/api/v2/label/list?current=3&size=20';

/** How many lists the sandbox answers, beside the framework under it with one and the same answer. */
export async function measureSandboxRequests(): Promise<Measurement> {
  const service = await startLabelService({ labels: 2000 });
  const headers = { authorization: `Bearer ${service.accessToken}` };
  const sandbox = new Pool(service.address.baseUrl, { connections: atATime });
  const { body } = await sandbox.request({ method: 'GET', path, headers });
  const constantProcess = await startConstantProcess(await body.text());
  const constant = new Pool(constantProcess.address.baseUrl, { connections: atATime });
  const askAll = async (pool: Pool): Promise<void> => {
    const left = Array.from({ length: requests }).values();
    const next = async (): Promise<void> => {
      for (const _ of left) {
        const answer = await pool.request({ method: 'GET', path, headers });
        await answer.body.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: atATime }, next));
  };
  try {
    const times = await inTurns(
      {
        sandbox: async () => await askAll(sandbox),
        constant: async () => await askAll(constant),
      },
      { rounds: 9, calls: 2 },
    );
    const perSecond = (milliseconds: number): number => (requests / milliseconds) * 1000;
    return {
      rows: [
        {
          name: 'sandbox: lists of 20',
          unit: 'per second',
          values: times.sandbox.map(perSecond),
          comparison: {
            name: 'bare hono with a constant',
            values: times.constant.map(perSecond),
            isInTurns: true,
          },
          budgets: [{ of: 'ratio', atLeast: 0.5 }],
        },
      ],
    };
  } finally {
    await sandbox.close();
    await constant.close();
    await constantProcess.stop();
    await service.stop();
  }
}
