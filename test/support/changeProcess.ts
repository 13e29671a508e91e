import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { accountOf } from '../../src/core/account/account.ts';
import { isAccessTokenValue } from '../../src/core/account/tokens.ts';
import { ApiClient } from '../../src/core/api/apiClient.ts';
import { HttpTransport } from '../../src/core/api/transport.ts';
import { UnauthorizedCodes } from '../../src/core/api/unauthorizedCodes.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import { openActions } from '../../src/core/labels/changes/journal/labelOutcome.ts';
import { ChangeRun } from '../../src/core/labels/changes/run/changeRun.ts';
import { ServiceGate } from '../../src/core/labels/changes/run/serviceGate.ts';
import { LabelRepository } from '../../src/core/labels/labelRepository.ts';
import { AccountLock } from '../../src/core/locks/accountLock.ts';
import { LiveSecrets } from '../../src/core/log/liveSecrets.ts';
import { CollectingLog } from './collectingLog.ts';
import { planAmong, wantedOf } from './planning.ts';

/** Options of the process, as JSON in its only argument. */
const optionsSchema = z.object({
  baseUrl: z.string(),
  accessToken: z.string().refine(isAccessTokenValue),
  /** Of the journal. */
  folder: z.string(),
  labelStatus: z.int(),
  /** Begins a run of its own, and carries it out when its parent sends a message. */
  isOwnRun: z.boolean().default(false),
});

const limits = () => ({ days: 30, megabytes: 50 });

/**
 * A window that sets the status of all labels, in a process of its own: it begins a run, or goes on with
 * the one that is in the journal. It ends when nothing is left to do.
 */
async function run(): Promise<void> {
  const options = optionsSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const token = {
    value: options.accessToken,
    isExpired: () => false,
    isRecent: () => false,
    isAdopted: () => false,
  };
  const baseUrl = parseBaseUrl(options.baseUrl);
  const clock = systemClock;
  const client = new ApiClient({
    baseUrl,
    liveSecrets: new LiveSecrets(),
    transport: new HttpTransport({ fetch, clock, log: new CollectingLog(), timeout: () => 5000 }),
    accessTokens: {
      accessToken: async () => await Promise.resolve(token),
      renewedAccessToken: async () => await Promise.resolve(token),
    },
    unauthorizedCodes: new UnauthorizedCodes(() => [401]),
    assertWritable: () => undefined,
  });
  const target = new LabelRepository(client, clock);
  const account = accountOf(baseUrl, 'acme-europe', 'hr-administrator');
  const journal = new ChangeJournal({ folder: options.folder, clock, limits });
  const { signal } = new AbortController();
  const [known] = options.isOwnRun ? [] : await journal.runs();
  const begin = async () => {
    const page = await target.page({ current: 1, size: 1000 });
    const labels = page.records.flatMap((record) =>
      record.kind === 'label' ? [record.label] : [],
    );
    const { labelStatus } = options;
    const wanted = wantedOf(new Map(labels.map(({ id }) => [id, { labelStatus }])));
    const { changes } = planAmong(wanted, labels);
    return await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
  };
  const taken =
    known === undefined ? await begin() : await journal.reopen(account.id, known.header.id);
  assert.ok(taken, 'the run belongs to a process that is gone');
  if (options.isOwnRun) {
    const told = once(process, 'message');
    process.send?.('begun');
    await told;
    process.disconnect();
  }
  const gate = new ServiceGate({ clock });
  const lock = new AccountLock(join(options.folder, 'turns'), clock);
  const ids = taken.record.labelsOf(...openActions);
  await new ChangeRun({ run: taken, target, gate, lock, clock, signal }).carryOut(ids);
  await taken.end(clock.now());
}

// Timers of the core do not keep a process alive.
const alive = setInterval(() => undefined, 1000);
await run();
clearInterval(alive);
