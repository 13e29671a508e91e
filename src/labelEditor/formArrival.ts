import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';

/** How long a form may take to come up, in milliseconds. It takes tenths of a second, rarely a few. */
const timeLimit = 10_000;

/** What is watched of a webview panel. */
export interface WatchedPanel {
  readonly visible: boolean;
  onDidChangeViewState(listener: () => void): Disposable;
}

/**
 * Watches that the page of a form comes up each time that its panel is shown. A browser that has just
 * been started can keep webviews waiting for minutes; VS Code leaves them blank without a word.
 */
export class FormArrival implements Disposable {
  readonly #panel: WatchedPanel;
  readonly #clock: Clock;
  readonly #notifyLate: () => void;
  readonly #disposables = new DisposableStore();
  #arrived = false;
  #deadline: Disposable | undefined;

  /** Calls `notifyLate` once each time that the page is late. */
  constructor(panel: WatchedPanel, clock: Clock, notifyLate: () => void) {
    this.#panel = panel;
    this.#clock = clock;
    this.#notifyLate = notifyLate;
    this.#disposables.add(panel.onDidChangeViewState(() => this.#update()));
    this.#update();
  }

  /** To be called when the page says that it is ready. */
  arrived(): void {
    this.#arrived = true;
    this.#stopWaiting();
  }

  dispose(): void {
    this.#stopWaiting();
    this.#disposables.dispose();
  }

  #update(): void {
    if (!this.#panel.visible) {
      // VS Code drops a page that is not shown, and loads it anew.
      this.#arrived = false;
      this.#stopWaiting();
    } else if (!this.#arrived) {
      this.#deadline ??= this.#clock.schedule(timeLimit, this.#notifyLate);
    }
  }

  #stopWaiting(): void {
    this.#deadline?.dispose();
    this.#deadline = undefined;
  }
}
