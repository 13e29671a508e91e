import type { Clock } from './core/async/clock.ts';
import { DisposableStore, type Disposable } from './core/async/disposable.ts';
import type { Event } from './core/async/event.ts';
import { reasonOf } from './core/errors/reasonOf.ts';
import type { Log } from './core/log/log.ts';

/** How long no labels must have been loaded, in milliseconds. */
const idleTime = 1000;

interface PreloadingOptions {
  readonly preload: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Preloads once, when labels are shown and the window is idle, so that the first click need not wait for it. */
export function preloadWhenIdle(
  onDidLoadLabels: Event<void>,
  { clock, log, preload }: PreloadingOptions,
): Disposable {
  const disposables = new DisposableStore();
  let timer: Disposable | undefined;
  disposables.add({ dispose: () => timer?.dispose() });
  disposables.add(
    onDidLoadLabels(() => {
      timer?.dispose();
      timer = clock.schedule(idleTime, () => {
        disposables.dispose();
        preload().catch((error: unknown) => log.warn(`Preloading failed: ${reasonOf(error)}`));
      });
    }),
  );
  return disposables;
}
