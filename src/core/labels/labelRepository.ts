import { isDeepStrictEqual } from 'node:util';
import type { LabelId } from '../account/labelAddress.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { Label, LabelOrUnreadable } from '../api/label.ts';
import {
  listLabels,
  updateLabel,
  type LabelPageRequest,
  type LabelQuery,
} from '../api/labelEndpoints.ts';
import { editableFields, type LabelChanges } from '../api/labelFields.ts';
import type { Page } from '../api/pagination.ts';
import { withRateLimitWaits } from '../api/rateLimitWait.ts';
import { throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { ApiError } from '../errors/apiError.ts';
import { NetworkError } from '../errors/networkError.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { TimeoutError } from '../errors/timeoutError.ts';
import { lookUpLabels, type WantedLabels } from './list/labelLookup.ts';
import { LabelWalk, type WhenRateLimited } from './list/labelWalk.ts';
import type { Progress } from './percentSteps.ts';
import { largePageSize } from './requestLimits.ts';

/** HTTP statuses of a gateway that has had no answer, or no good one, from the service behind it. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** The labels of one account, as the service has them. All methods throw what `ApiClient.call` throws. */
export class LabelRepository implements Disposable {
  readonly #client: ApiClient;
  readonly #clock: Clock;
  readonly #onDidChangeLabel = new Emitter<Label>();

  /** A label was changed by this window: its new content. */
  readonly onDidChangeLabel = this.#onDidChangeLabel.event;

  constructor(client: ApiClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** One page of labels. */
  async page(
    request: LabelPageRequest,
    signal?: AbortSignal,
    whenRateLimited: WhenRateLimited = 'throw',
  ): Promise<Page<LabelOrUnreadable>> {
    const list = async (): Promise<Page<LabelOrUnreadable>> =>
      await listLabels(this.#client, request, signal);
    return whenRateLimited === 'wait'
      ? await withRateLimitWaits(list, { clock: this.#clock, signal })
      : await list();
  }

  /**
   * The label as the service has it now, or undefined if it has none. There is no endpoint for
   * one label: those with its last known code are looked through first, then all.
   */
  async find(
    id: LabelId,
    lastKnownCode: string | undefined,
    signal?: AbortSignal,
  ): Promise<Label | undefined> {
    if (lastKnownCode !== undefined) {
      const label = await this.#search(id, { labelCode: lastKnownCode }, signal, 'throw');
      if (label !== undefined) {
        return label;
      }
    }
    return await this.#search(id, {}, signal, 'wait');
  }

  /**
   * Sends `changes` and returns the label as the service has it afterwards. When the answer is lost
   * the label is read again to see whether the changes have arrived; only if not, the error is thrown.
   */
  async update(label: Label, changes: LabelChanges, signal?: AbortSignal): Promise<Label> {
    const settled = await this.#sendChanges(label, changes, signal);
    const updated = settled ?? (await this.#findAfterUpdate(label, changes, signal));
    this.#onDidChangeLabel.fire(updated);
    return updated;
  }

  /**
   * As `update`, but what the service has afterwards is not read: returns the old label with
   * `changes`. For many labels at a time, where reading each would take longer than sending.
   */
  async send(label: Label, changes: LabelChanges, signal?: AbortSignal): Promise<Label> {
    const updated =
      (await this.#sendChanges(label, changes, signal)) ?? expectedLabel(label, changes);
    this.#onDidChangeLabel.fire(updated);
    return updated;
  }

  /**
   * Those of the labels `wanted` that the service has, as they are now, by their ids. `onProgress`
   * gets how far it has come, counted in labels, and of how many.
   */
  async findAll(
    wanted: WantedLabels,
    signal?: AbortSignal,
    onProgress?: Progress,
  ): Promise<ReadonlyMap<string, Label>> {
    const found = new Map<string, Label>();
    const options = { source: this, wanted, isThorough: true, signal, onProgress };
    for await (const labels of lookUpLabels(options)) {
      for (const label of labels) {
        found.set(label.id, label);
      }
    }
    // A caller that cancels while the last answer is on its way does not want it either.
    throwIfAborted(signal);
    return found;
  }

  /**
   * Reads back labels that `send` has returned, and reports those that are other than it said: the
   * service may set fields of its own. Takes about as many requests as there are labels, or pages of
   * all labels, whichever are fewer; a label that is not found in that way stays as it is. `onRead` gets
   * each of them as it was sent and as it is.
   */
  async readBack(
    sent: readonly Label[],
    signal?: AbortSignal,
    onRead?: (sent: Label, read: Label) => void,
  ): Promise<void> {
    const expected = new Map(sent.map((label) => [label.id, label]));
    const wanted = new Map(sent.map(({ id, labelCode }) => [id, labelCode]));
    const subscription = this.onDidChangeLabel(({ id }) => expected.delete(id));
    try {
      const options = { source: this, wanted, isThorough: false, signal };
      for await (const labels of lookUpLabels(options)) {
        for (const label of labels) {
          // Not one that was changed again meanwhile: what was read may be older than that.
          const asSent = expected.get(label.id);
          if (asSent !== undefined && !isDeepStrictEqual(asSent.record, label.record)) {
            onRead?.(asSent, label);
            this.#onDidChangeLabel.fire(label);
          }
        }
      }
    } finally {
      subscription.dispose();
    }
  }

  dispose(): void {
    this.#onDidChangeLabel.dispose();
  }

  /** Sends `changes`. Returns the label if it had to be read again. */
  async #sendChanges(
    label: Label,
    changes: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label | undefined> {
    try {
      await updateLabel(this.#client, label.id, changes, signal);
      return undefined;
    } catch (error) {
      if (!isAnswerLost(error)) {
        throw error;
      }
      const found = await this.#findAfterLostAnswer(label, changes, signal);
      if (found === undefined || !holds(found, changes)) {
        throw error;
      }
      return found;
    }
  }

  /** Looks by the new code first, then by the old one: otherwise all labels would have to be read. */
  async #findAfterLostAnswer(
    { id, labelCode: oldCode }: Label,
    { labelCode }: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label | undefined> {
    const found =
      labelCode === undefined ? undefined : await this.#search(id, { labelCode }, signal, 'throw');
    return found ?? (await this.find(id, oldCode, signal));
  }

  async #findAfterUpdate(
    label: Label,
    changes: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label> {
    const expected = expectedLabel(label, changes);
    const query = narrowQuery(expected);
    if (query === undefined) {
      return expected;
    }
    try {
      return (await this.#search(label.id, query, signal, 'throw')) ?? expected;
    } catch {
      // The update itself was accepted; a failure to read it back is not a failure to save.
      return expected;
    }
  }

  async #search(
    id: LabelId,
    query: LabelQuery,
    signal: AbortSignal | undefined,
    whenRateLimited: WhenRateLimited,
  ): Promise<Label | undefined> {
    const walk = new LabelWalk(this, query, largePageSize);
    for await (const _ of walk.loadUpTo(Number.POSITIVE_INFINITY, signal, whenRateLimited)) {
      const label = walk.find(id);
      if (label !== undefined) {
        return label;
      }
    }
    return undefined;
  }
}

/**
 * Whether the service may have done what it was sent although its answer has not come, or only that of
 * a gateway. An envelope with a code is the service's own answer, whatever the HTTP status.
 */
function isAnswerLost(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    error instanceof ResponseSchemaError ||
    (error instanceof NetworkError && error.progress === 'maybeReceived') ||
    (error instanceof ApiError &&
      error.envelopeCode === undefined &&
      gatewayStatuses.has(error.httpStatus))
  );
}

/** The label as it should be once `changes` have arrived. */
function expectedLabel(label: Label, changes: LabelChanges): Label {
  return { ...label, ...changes, record: { ...label.record, ...changes } };
}

/** A query that few labels but this one match; undefined if there is nothing to ask by. */
function narrowQuery({ labelCode, labelName }: Label): LabelQuery | undefined {
  if (labelCode !== undefined) {
    return { labelCode };
  }
  return labelName === undefined ? undefined : { labelName };
}

/** Whether all of `changes` have arrived in `label`. */
function holds(label: Label, changes: LabelChanges): boolean {
  return editableFields.every(
    (field) => changes[field] === undefined || changes[field] === label[field],
  );
}
