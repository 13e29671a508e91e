import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';

/** Time within which a form must load, in milliseconds; it usually takes tenths of a second, rarely a few. */
const timeLimit = 10_000;

/** Observed part of a webview panel. */
export interface WatchedPanel {
  readonly visible: boolean;
  onDidChangeViewState(listener: () => void): Disposable;
}

/**
 * Detects a form whose page does not load after its panel is shown. A newly started browser can delay webviews
 * for minutes; VS Code leaves them blank without a message.
 */
export class FormLoadWatch implements Disposable {
  readonly #panel: WatchedPanel;
  readonly #clock: Clock;
  readonly #notifyLate: () => void;
  readonly #disposables = new DisposableStore();
  #isLoaded = false;
  #deadline: Disposable | undefined;

  /** Calls `notifyLate` when the page is late, and again if it is late after the panel was hidden. */
  constructor(panel: WatchedPanel, clock: Clock, notifyLate: () => void) {
    this.#panel = panel;
    this.#clock = clock;
    this.#notifyLate = notifyLate;
    this.#disposables.add(panel.onDidChangeViewState(() => this.#update()));
    this.#update();
  }

  /** Called when the page reports that it is ready. */
  loaded(): void {
    this.#isLoaded = true;
    this.#stopWaiting();
  }

  dispose(): void {
    this.#stopWaiting();
    this.#disposables.dispose();
  }

  #update(): void {
    if (!this.#panel.visible) {
      this.#stopWaiting();
    } else if (!this.#isLoaded) {
      this.#deadline ??= this.#clock.schedule(timeLimit, this.#notifyLate);
    }
  }

  #stopWaiting(): void {
    this.#deadline?.dispose();
    this.#deadline = undefined;
  }
}
