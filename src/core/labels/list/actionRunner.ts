import { abortable } from '../../async/abort.ts';
import type { Disposable } from '../../async/disposable.ts';
import { CancelledError } from '../../errors/cancelledError.ts';

/** State of an `ActionRunner`. `failed` lasts until the next action. */
export type ActionState<Action> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly action: Action }
  | { readonly kind: 'failed'; readonly action: Action; readonly error: unknown };

/** End of an action. `replaced`: by another action, which has also ended. */
export type ActionEnd<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed' | 'cancelled' | 'replaced' };

/** A pending action. */
export interface RunningAction<Action, Result> {
  readonly action: Action;
  readonly controller: AbortController;
  /** Never rejects: a failure becomes the state. */
  readonly done: Promise<ActionEnd<Result>>;
  waiting: number;
}

/** Runs one action at a time: a new one ends the previous one. */
export class ActionRunner<Action, Result> implements Disposable {
  readonly #onState: () => void;
  #state: ActionState<Action> = { kind: 'idle' };
  #running: RunningAction<Action, Result> | undefined;

  /** `onState` is called when `state` has changed. */
  constructor(onState: () => void) {
    this.#onState = onState;
  }

  get state(): ActionState<Action> {
    return this.#state;
  }

  /** Pending action that other callers can join; undefined once no caller waits for it. */
  get current(): RunningAction<Action, Result> | undefined {
    return this.#running?.controller.signal.aborted === true ? undefined : this.#running;
  }

  /** Starts `work`. Its signal is aborted when another action starts, or when no caller waits any more. */
  start(
    action: Action,
    work: (signal: AbortSignal) => Promise<Result>,
  ): RunningAction<Action, Result> {
    this.#running?.controller.abort();
    const controller = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<ActionEnd<Result>>();
    const running = { action, controller, done, waiting: 0 };
    this.#running = running;
    this.#setState({ kind: 'loading', action });
    resolve(this.#run(running, work));
    return running;
  }

  /**
   * Waits until `running` has ended, and returns its end. Throws `CancelledError` once `signal` is aborted;
   * the action is then aborted too, unless another caller waits for it.
   */
  async wait(
    running: RunningAction<Action, Result>,
    signal: AbortSignal | undefined,
  ): Promise<ActionEnd<Result>> {
    running.waiting++;
    try {
      return await abortable(running.done, signal);
    } finally {
      running.waiting--;
      if (running.waiting === 0 && signal?.aborted) {
        running.controller.abort();
      }
    }
  }

  dispose(): void {
    this.#running?.controller.abort();
  }

  async #run(
    running: RunningAction<Action, Result>,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<ActionEnd<Result>> {
    let end: ActionEnd<Result>;
    let state: ActionState<Action> = { kind: 'idle' };
    try {
      end = { kind: 'done', result: await work(running.controller.signal) };
    } catch (error) {
      if (error instanceof CancelledError) {
        end = { kind: 'cancelled' };
      } else {
        end = { kind: 'failed' };
        state = { kind: 'failed', action: running.action, error };
      }
    }
    if (this.#running !== running) {
      // Callers that waited for this action now wait for the one that replaced it.
      await this.#running?.done;
      return { kind: 'replaced' };
    }
    this.#running = undefined;
    this.#setState(state);
    return end;
  }

  #setState(state: ActionState<Action>): void {
    this.#state = state;
    this.#onState();
  }
}
