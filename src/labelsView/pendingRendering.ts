import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { LabelListChange } from '../core/labels/list/labelList.ts';
import type { AccountListChange } from './listsByAccount.ts';

/**
 * Time for which a list may load before the tree shows it, in milliseconds. VS Code delays the second of two
 * tree changes by 200 ms: if loading were shown immediately, the next change would be delayed, and rows that
 * the user is about to click would be redrawn.
 */
const patience = 400;

/** Dependencies of rendering changes. */
export interface PendingRenderingOptions {
  readonly clock: Clock;
  /** Returns whether the list of an account is loading. */
  readonly isLoading: (id: AccountId) => boolean;
  readonly render: (change: AccountListChange) => void;
}

/** A list that is loading. */
interface Loading {
  /** Change to render if loading takes long; undefined once rendered. */
  held: LabelListChange | undefined;
  readonly timer: Disposable;
  readonly over: PromiseWithResolvers<void>;
}

/**
 * Changes of lists to be rendered in the tree. When a list starts to load, the tree first stays unchanged, so
 * that a single update shows either the result or that loading takes long.
 */
export class PendingRendering implements Disposable {
  readonly #options: PendingRenderingOptions;
  readonly #loading = new Map<AccountId, Loading>();

  constructor(options: PendingRenderingOptions) {
    this.#options = options;
  }

  /** Adds a change, and renders it unless it must wait. */
  add({ accountId, change }: AccountListChange): void {
    const { isLoading, render } = this.#options;
    if (change.kind === 'label') {
      render({ accountId, change });
      return;
    }
    const goesOn = isLoading(accountId);
    const present = this.#loading.get(accountId);
    if (present === undefined && goesOn) {
      this.#begin(accountId, change);
      return;
    }
    const held = present?.held;
    // A change of entries takes precedence over other changes.
    const news = held?.kind === 'entries' ? held : change;
    if (present !== undefined && held !== undefined && goesOn) {
      present.held = news;
      return;
    }
    if (!goesOn) {
      this.#end(accountId);
    }
    render({ accountId, change: news });
  }

  /**
   * Resolves when the list of an account is not loading, or has been loading for so long that the tree shows
   * it.
   */
  async whenShown(accountId: AccountId): Promise<void> {
    await this.#loading.get(accountId)?.over.promise;
  }

  dispose(): void {
    for (const id of Array.from(this.#loading.keys())) {
      this.#end(id);
    }
  }

  #begin(accountId: AccountId, held: LabelListChange): void {
    const over = Promise.withResolvers<void>();
    const timer = this.#options.clock.schedule(patience, () => this.#show(accountId));
    this.#loading.set(accountId, { held, timer, over });
  }

  #show(accountId: AccountId): void {
    const loading = this.#loading.get(accountId);
    if (loading?.held === undefined) {
      return;
    }
    const { held: change, over } = loading;
    loading.held = undefined;
    over.resolve();
    if (!this.#options.isLoading(accountId)) {
      // The account was removed or replaced, so no change has reported the end of loading.
      this.#end(accountId);
    }
    this.#options.render({ accountId, change });
  }

  #end(accountId: AccountId): void {
    const loading = this.#loading.get(accountId);
    this.#loading.delete(accountId);
    loading?.timer.dispose();
    loading?.over.resolve();
  }
}
