import type { Disposable } from './disposable.ts';

/** Subscribes a listener. Same shape as VS Code's own. */
export type Event<T> = (listener: (event: T) => unknown) => Disposable;

/** Source of an event. A listener that throws does not affect the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(event: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // A fresh closure for each subscription, so that one listener may subscribe twice.
    const subscription = (event: T): unknown => listener(event);
    this.#listeners.add(subscription);
    return { dispose: () => void this.#listeners.delete(subscription) };
  };

  /** Calls every listener with `event`, in the order of subscription. */
  fire(event: T): void {
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(event);
      } catch (error) {
        // Surfaces as an uncaught error of the listener, not of the caller that fired.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
