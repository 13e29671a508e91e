import type { LabelId } from '../account/labelAddress.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { changedLabel, type Label, type LabelOrUnreadable } from '../api/label.ts';
import {
  listLabels,
  updateLabel,
  type LabelQuery,
  type UpdateOptions,
} from '../api/labelEndpoints.ts';
import {
  editableFields,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../api/labelFields.ts';
import type { Page } from '../api/page.ts';
import { withRateLimitWaits } from '../api/rateLimitWait.ts';
import { delay } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';
import { isAnswerLost } from '../errors/lostAnswer.ts';
import { LabelWalk, type FilteredPageRequest, type WhenRateLimited } from './list/labelWalk.ts';
import { repeatedLabels } from './list/repeatedLabels.ts';
import type { Progress } from './percentSteps.ts';
import { largePageSize } from './requestLimits.ts';

/** How long a service may take to show a change that it has accepted, in milliseconds. */
const settlingTime = 1000;

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

  /** One page of labels. Those that only all of them tell, of repeated values, are all on one page. */
  async page(
    { repeated, ...request }: FilteredPageRequest,
    signal?: AbortSignal,
    whenRateLimited: WhenRateLimited = 'throw',
  ): Promise<Page<LabelOrUnreadable>> {
    if (repeated !== undefined) {
      const { current: _, size: __, ...query } = request;
      return await repeatedLabels(this, query, repeated, signal);
    }
    const list = async (): Promise<Page<LabelOrUnreadable>> =>
      await listLabels(this.#client, request, signal);
    return whenRateLimited === 'wait'
      ? await withRateLimitWaits(list, { clock: this.#clock, signal })
      : await list();
  }

  /**
   * The label as the service has it now, if it still has its last known code or name. There is no
   * endpoint for one label: those with that code are looked through, then those with that name.
   */
  async findByValues(
    id: LabelId,
    { labelCode, labelName }: Pick<LabelValues, 'labelCode' | 'labelName'>,
    signal?: AbortSignal,
  ): Promise<Label | undefined> {
    const byCode =
      labelCode === undefined ? undefined : await this.#search(id, { labelCode }, signal, 'throw');
    return byCode !== undefined || labelName === undefined
      ? byCode
      : await this.#search(id, { labelName }, signal, 'throw');
  }

  /** The labels that the service finds first by a code: those that have it, or something like it. */
  async findByCode(labelCode: string, signal: AbortSignal): Promise<readonly Label[]> {
    const { records } = await this.page({ current: 1, size: largePageSize, labelCode }, signal);
    return records.flatMap((record) => (record.kind === 'label' ? [record.label] : []));
  }

  /**
   * Looks through all labels, which takes a request for each page. `onProgress` gets how many it has
   * seen, and of how many.
   */
  async findAmongAll(
    id: LabelId,
    signal?: AbortSignal,
    onProgress?: Progress,
  ): Promise<Label | undefined> {
    return await this.#search(id, {}, signal, 'wait', onProgress);
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

  /** Sends `changes` once, and nothing else: whether they have arrived if it fails is left to the caller. */
  async sendChanges(id: LabelId, changes: LabelChanges, options?: UpdateOptions): Promise<void> {
    await updateLabel(this.#client, id, changes, options);
  }

  /** Reports what a label is now, as the caller has read it or made it. */
  publish(label: Label): void {
    this.#onDidChangeLabel.fire(label);
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
      await updateLabel(this.#client, label.id, changes, { signal });
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
    { id, labelCode: oldCode, labelName }: Label,
    { labelCode }: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label | undefined> {
    const found =
      labelCode === undefined ? undefined : await this.#search(id, { labelCode }, signal, 'throw');
    return (
      found ??
      (await this.findByValues(id, { labelCode: oldCode, labelName }, signal)) ??
      (await this.findAmongAll(id, signal))
    );
  }

  async #findAfterUpdate(
    label: Label,
    changes: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label> {
    const expected = changedLabel(label, changes);
    let found: Label | undefined;
    try {
      found = await this.#readUpdated(label, expected, signal);
      if (found !== undefined && keptFields(label, changes, found).length > 0) {
        await delay(this.#clock, settlingTime, signal);
        found = (await this.#readUpdated(label, expected, signal)) ?? found;
      }
    } catch {
      // The update itself was accepted; a failure to read it back is not a failure to save.
    }
    return found ?? expected;
  }

  /** Looks for a label by what it should be now, then by the code that it had. */
  async #readUpdated(
    { id, labelCode }: Label,
    expected: Label,
    signal: AbortSignal | undefined,
  ): Promise<Label | undefined> {
    const query = narrowQuery(expected);
    const found = query === undefined ? undefined : await this.#search(id, query, signal, 'throw');
    return found !== undefined || labelCode === undefined || labelCode === expected.labelCode
      ? found
      : await this.#search(id, { labelCode }, signal, 'throw');
  }

  async #search(
    id: LabelId,
    query: LabelQuery,
    signal: AbortSignal | undefined,
    whenRateLimited: WhenRateLimited,
    onProgress?: Progress,
  ): Promise<Label | undefined> {
    const walk = new LabelWalk(this, query, largePageSize);
    for await (const _ of walk.loadUpTo(Number.POSITIVE_INFINITY, signal, whenRateLimited)) {
      onProgress?.(walk.count, walk.total);
      const label = walk.find(id);
      if (label !== undefined) {
        return label;
      }
    }
    return undefined;
  }
}

/** A query that few labels but this one match; undefined if there is nothing to ask by. */
function narrowQuery({ labelCode, labelName }: Label): LabelQuery | undefined {
  if (labelCode !== undefined) {
    return { labelCode };
  }
  return labelName === undefined ? undefined : { labelName };
}

/** The fields that still have the value that they had before the service accepted `changes`. */
export function keptFields(before: Label, changes: LabelChanges, now: Label): EditableField[] {
  return editableFields.filter(
    (field) => changes[field] !== undefined && now[field] === before[field],
  );
}

/** Whether all of `changes` have arrived in `label`. */
function holds(label: Label, changes: LabelChanges): boolean {
  return editableFields.every(
    (field) => changes[field] === undefined || changes[field] === label[field],
  );
}
