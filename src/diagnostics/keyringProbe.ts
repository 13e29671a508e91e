import * as l10n from '@vscode/l10n';
import type { Clock } from '../core/async/clock.ts';
import type { SecretStore } from '../core/secrets/secretStore.ts';
import { Probe, type ProbeStep } from './probe.ts';

/** Key used only by this probe; empty except during a test. */
const key = 'workforce.diagnostics';

/** Tests the secret store: writes a value, reads it back and deletes it. Throws `CancelledError` only. */
export async function probeKeyring(
  secrets: SecretStore,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly ProbeStep[]> {
  const probe = new Probe(clock, signal);
  const value = crypto.randomUUID();
  const written = await probe.step(
    l10n.t('Write'),
    async () => {
      await secrets.store(key, value);
      return true;
    },
    () => l10n.t('done'),
  );
  if (written === true) {
    await probe.step(
      l10n.t('Read back'),
      async () => {
        if ((await secrets.get(key)) !== value) {
          throw new Error(l10n.t('a different value was found'));
        }
      },
      () => l10n.t('the same'),
    );
    await probe.step(
      l10n.t('Delete'),
      async () => await secrets.delete(key),
      () => l10n.t('done'),
    );
  }
  return probe.steps;
}
