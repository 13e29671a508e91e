import type { Clock } from './core/async/clock.ts';
import { DisposableStore, type Disposable } from './core/async/disposable.ts';
import type { Event } from './core/async/event.ts';
import { reasonOf } from './core/errors/reasonOf.ts';
import type { Log } from './core/log/log.ts';

/** Time without new labels after which preloading starts, in milliseconds. */
const idleTime = 1000;

/** Delay of preloading if no labels are loaded, in milliseconds. */
const patience = 5000;

interface PreloadingOptions {
  /** Functions that load the parts, in this order. */
  readonly parts: readonly (() => Promise<unknown>)[];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Preloads the parts once, when no more labels are being loaded, so that the first click is fast and
 * essential functions do not depend on files that an update removes.
 */
export function preloadWhenIdle(
  onDidLoadLabels: Event<void>,
  { clock, log, parts }: PreloadingOptions,
): Disposable {
  const disposables = new DisposableStore();
  const preloadAfter = (milliseconds: number): Disposable =>
    clock.schedule(milliseconds, () => {
      disposables.dispose();
      void preload(parts, log);
    });
  let timer = preloadAfter(patience);
  disposables.add({ dispose: () => timer.dispose() });
  disposables.add(
    onDidLoadLabels(() => {
      timer.dispose();
      timer = preloadAfter(idleTime);
    }),
  );
  return disposables;
}

async function preload(parts: PreloadingOptions['parts'], log: Log): Promise<void> {
  for (const load of parts) {
    try {
      await load();
    } catch (error) {
      log.warn(`Preloading failed: ${reasonOf(error)}`);
    }
  }
  log.info('Preloading has ended.');
}
