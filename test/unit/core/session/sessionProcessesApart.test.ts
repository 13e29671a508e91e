import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { randomFrom } from '../../../support/randomFrom.ts';
import type { SessionEvent } from '../../../support/sessionEventLog.ts';
import { SessionWindow } from '../../../support/sessionFixture.ts';
import { sharedEventLog, sharedSecrets } from '../../../support/sessionWorker.ts';
import { canHaveOwnNumbers, type ProcessPlace } from '../../../support/startProcess.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../support/timeLimits.ts';
import { WorkerProcess } from '../../../support/workerProcess.ts';

const expiries = 12;
const processes = 3;
/** Within which they call, in milliseconds. */
const spread = 60;
/** How long what was stored may take to be seen by another process, in milliseconds. */
const visible = 50;

/** What the processes do not share, and what the service does with a used token. */
interface Variant {
  readonly sees: 'shared' | 'asLoaded' | 'own';
  readonly sharesFolder: boolean;
  readonly place?: ProcessPlace;
  readonly refreshTokenReuse: 'refuse' | 'revoke';
}

interface Figures {
  ok: number;
  refused: number;
  /** Sessions that ended. */
  ended: number;
  /** Those of them that the service had not revoked. */
  endedInVain: number;
  /** Used tokens that were sent by a process to which the newer one was open. */
  sentKnowingly: number;
  /** Used tokens that were sent because two hosts renewed at the same moment. */
  sentUnknowingly: number;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Counts the used tokens among those that were sent; `apart` if each process has tokens of its own. */
function usedTokens(
  events: readonly SessionEvent[],
  apart: boolean,
): Pick<Figures, 'sentKnowingly' | 'sentUnknowingly'> {
  const sentBefore = new Set<string>();
  const counted = { sentKnowingly: 0, sentUnknowingly: 0 };
  for (const [index, { at, event, processId, token = '' }] of events.entries()) {
    if (event !== 'sent') {
      continue;
    }
    const stored = events
      .slice(0, index)
      .filter((other) => other.event === 'stored' && (!apart || other.processId === processId));
    const place = stored.findLastIndex((other) => other.token === token);
    const next = stored.slice(place + 1).find((other) => other.token !== token);
    if (sentBefore.has(token)) {
      if (next !== undefined && at - next.at > visible) {
        counted.sentKnowingly++;
      } else {
        counted.sentUnknowingly++;
      }
    }
    sentBefore.add(token);
  }
  return counted;
}

/** Runs the processes of `variant` through the expiries, and counts. */
async function run(variant: Variant, sandbox: Sandbox, random: () => number): Promise<Figures> {
  const { place, refreshTokenReuse, sees, sharesFolder } = variant;
  return await inTemporaryFolder(async (folder) => {
    const { baseUrl, clientId, clientSecret } = sandbox;
    const eventLog = sharedEventLog(folder);
    const secrets = sharedSecrets(folder, eventLog);
    const window = new SessionWindow({ baseUrl, clientId, folder, secrets });
    await window.setClientSecret(clientSecret);
    const { account } = await window.signIn();
    const figures: Figures = {
      ok: 0,
      refused: 0,
      ended: 0,
      endedInVain: 0,
      sentKnowingly: 0,
      sentUnknowingly: 0,
    };
    const workers = Array.from(
      { length: processes },
      (_, index) =>
        new WorkerProcess(
          {
            baseUrl,
            clientId,
            folder,
            sees,
            ...(sharesFolder ? {} : { storageFolder: join(folder, `host${index}`) }),
            ...(sees === 'own' ? { clientSecret } : { accountId: account.id }),
          },
          place,
        ),
    );
    try {
      await Promise.all(workers.map(async (worker) => await worker.next('ready')));
      for (let life = 0; life < expiries; life++) {
        const refusedBefore = refreshes(sandbox).refused;
        sandbox.control.expireAccessTokens();
        const outcomes = await Promise.all(
          workers.map(async (worker) => {
            await pause(random() * spread);
            return await worker.call();
          }),
        );
        const ended = outcomes.filter((outcome) => outcome !== 'ok');
        if (ended.length > 0) {
          figures.ended++;
          // The service revokes what came of a token that was sent twice, and nothing else.
          const isRevoked =
            refreshTokenReuse === 'revoke' && refreshes(sandbox).refused > refusedBefore;
          figures.endedInVain += isRevoked ? 0 : 1;
          await window.signIn();
        }
      }
      const counted = usedTokens(eventLog.read(), sees === 'own');
      return { ...figures, ...refreshes(sandbox), ...counted };
    } finally {
      await Promise.all(workers.map(async (worker) => await worker.kill()));
      window.dispose();
    }
  });
}

function refreshes(sandbox: Sandbox): { readonly ok: number; readonly refused: number } {
  const calls = sandbox.control
    .tokenCalls()
    .filter(({ grantType }) => grantType === 'refresh_token');
  const ok = calls.filter(({ outcome }) => outcome === 'ok').length;
  return { ok, refused: calls.length - ok };
}

describe('sessions in several processes that share less', () => {
  const variants: Readonly<Record<string, Variant>> = {
    'no keyring': { sees: 'own', sharesFolder: true, refreshTokenReuse: 'revoke' },
    'the secrets as they were when the window was loaded': {
      sees: 'asLoaded',
      sharesFolder: true,
      refreshTokenReuse: 'revoke',
    },
    'no folder': { sees: 'shared', sharesFolder: false, refreshTokenReuse: 'refuse' },
    'no folder, with reuse detection': {
      sees: 'shared',
      sharesFolder: false,
      refreshTokenReuse: 'revoke',
    },
    'no process numbers': {
      sees: 'shared',
      sharesFolder: true,
      place: 'inContainer',
      refreshTokenReuse: 'revoke',
    },
  };
  for (const [name, variant] of Object.entries(variants)) {
    it(`end none that could have lived: ${name}`, async function () {
      if (variant.place === 'inContainer' && !canHaveOwnNumbers) {
        this.skip();
      }
      const seed = Number(process.env['WORKFORCE_TEST_SEED'] ?? Math.floor(Math.random() * 1e9));
      const { refreshTokenReuse } = variant;
      const sandbox = await startSandbox({ labels: 1, latency: 16, refreshTokenReuse });
      try {
        const figures = await run(variant, sandbox, randomFrom(seed));
        console.log(
          `      seed ${seed}, ${processes} processes, ${expiries} expiries: ${figures.ok} renewals, ${figures.refused} refused; sessions ended ${figures.ended}, of these could have lived ${figures.endedInVain}; used tokens sent knowingly ${figures.sentKnowingly}, unknowingly ${figures.sentUnknowingly}`,
        );
        assert.equal(figures.endedInVain, 0);
        assert.equal(figures.sentKnowingly, 0);
        assert.deepEqual([figures.ended, figures.refused, figures.sentUnknowingly], [0, 0, 0]);
      } finally {
        await sandbox.close();
      }
    }).timeout(timeLimits.longTest);
  }
});
