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
import { filterLocally } from './list/filterLocally.ts';
import { needsAllLabels } from './list/labelCriteria.ts';
import { queryOf } from './list/labelFilter.ts';
import type { FilteredPageRequest, RateLimitReaction } from './list/labelWalk.ts';
import type { ProgressListener } from './percentSteps.ts';
import { findLabelById } from './reading/freshLabels.ts';
import { largePageSize } from './requestLimits.ts';

/** Time within which a service shows an accepted change, in milliseconds. */
const settlingTime = 1000;

/** The labels of one account, as the service has them. All methods throw the errors of `ApiClient.call`. */
export class LabelRepository implements Disposable {
  readonly #client: ApiClient;
  readonly #clock: Clock;
  readonly #onDidChangeLabel = new Emitter<Label>();
  readonly #onDidReadLabel = new Emitter<Label>();
  /** Number of changes published so far. */
  #changes = 0;

  /** Fires with the new content of a label that this window changed. */
  readonly onDidChangeLabel = this.#onDidChangeLabel.event;

  /** Fires with the current content of a label that was read individually. */
  readonly onDidReadLabel = this.#onDidReadLabel.event;

  constructor(client: ApiClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Calls `ApiClient.noteUserRetry`. */
  noteUserRetry(): void {
    this.#client.noteUserRetry();
  }

  /**
   * Returns one page of labels. A filter that needs all labels has a single page; `onRead` reports the
   * progress of reading them.
   */
  async page(
    { current, size, ...filter }: FilteredPageRequest,
    signal?: AbortSignal,
    whenRateLimited: RateLimitReaction = 'throw',
    onRead?: ProgressListener,
  ): Promise<Page<LabelOrUnreadable>> {
    if (needsAllLabels(filter)) {
      return await filterLocally(this, filter, { now: this.#clock.now(), onRead, signal });
    }
    const list = async (): Promise<Page<LabelOrUnreadable>> =>
      await listLabels(this.#client, { ...queryOf(filter), current, size }, signal);
    return whenRateLimited === 'wait'
      ? await withRateLimitWaits(list, { clock: this.#clock, signal })
      : await list();
  }

  /**
   * Returns the current label if it still has a `known` code or name, trying the most likely first. There is
   * no endpoint for a single label.
   */
  async findByValues(
    id: LabelId,
    known: readonly KnownValues[],
    signal?: AbortSignal,
  ): Promise<Label | undefined> {
    const queries = known.flatMap(queriesFor);
    const options = { source: this, signal, whenRateLimited: 'throw', isByQueries: true } as const;
    return await this.#read(async () => await findLabelById(id, queries, options));
  }

  /** Returns the first labels that the service finds for a code: labels with this or a similar code. */
  async findByCode(labelCode: string, signal: AbortSignal): Promise<readonly Label[]> {
    const { records } = await this.page({ current: 1, size: largePageSize, labelCode }, signal);
    return records.flatMap((record) => (record.kind === 'label' ? [record.label] : []));
  }

  /**
   * Returns the current label, found by its `known` values or among all labels, which takes a request per
   * page. `onProgress` is called with the number of labels checked, and the total.
   */
  async findAmongAll(
    id: LabelId,
    known: readonly KnownValues[],
    signal?: AbortSignal,
    onProgress?: ProgressListener,
  ): Promise<Label | undefined> {
    const queries = known.flatMap(queriesFor);
    const options = { source: this, signal, whenRateLimited: 'wait' } as const;
    return await this.#read(
      async () => await findLabelById(id, queries, { ...options, onProgress }),
    );
  }

  /**
   * Sends `changes` and returns the updated label. If the response is lost, reads the label to check whether
   * the changes have arrived; if not, throws the error.
   */
  async update(label: Label, changes: LabelChanges, signal?: AbortSignal): Promise<Label> {
    const settled = await this.#sendChanges(label, changes, signal);
    const updated = settled ?? (await this.#findAfterUpdate(label, changes, signal));
    this.publish(updated);
    return updated;
  }

  /** Sends `changes` once; on failure, the caller determines whether they have arrived. */
  async sendChanges(id: LabelId, changes: LabelChanges, options?: UpdateOptions): Promise<void> {
    await updateLabel(this.#client, id, changes, options);
  }

  /** Publishes the current values of a label that the caller has read or changed. */
  publish(label: Label): void {
    this.#changes++;
    this.#onDidChangeLabel.fire(label);
  }

  dispose(): void {
    this.#onDidChangeLabel.dispose();
    this.#onDidReadLabel.dispose();
  }

  /**
   * Returns the label that `find` reads, and publishes it unless a change was published meanwhile, as the
   * label read may be older.
   */
  async #read(find: () => Promise<Label | undefined>): Promise<Label | undefined> {
    const changesBefore = this.#changes;
    const label = await find();
    if (label !== undefined && this.#changes === changesBefore) {
      this.#onDidReadLabel.fire(label);
    }
    return label;
  }

  /**
   * Sends `changes`. Returns the label if the response was lost and a read shows the changes; otherwise
   * undefined.
   */
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
      // Searches by the new code first: otherwise all labels would have to be read.
      const known = [{ labelCode: changes.labelCode }, label];
      const found = await this.findAmongAll(label.id, known, signal);
      if (found === undefined || !holds(found, changes)) {
        throw error;
      }
      return found;
    }
  }

  async #findAfterUpdate(
    label: Label,
    changes: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label> {
    const expected = changedLabel(label, changes);
    let found: Label | undefined;
    try {
      const read = async (): Promise<Label | undefined> =>
        await this.findByValues(
          label.id,
          [narrowest(expected), { labelCode: label.labelCode }],
          signal,
        );
      found = await read();
      if (found !== undefined && unappliedFields(label, changes, found).length > 0) {
        await delay(this.#clock, settlingTime, signal);
        found = (await read()) ?? found;
      }
    } catch {
      // The update itself was accepted; a failure to read it back is not a failure to save.
    }
    return found ?? expected;
  }
}

/** Values by which the service can find a label. */
type KnownValues = Pick<LabelValues, 'labelCode' | 'labelName'>;

/** Returns queries that find a label with these values among few others, the narrowest first. */
function queriesFor({ labelCode, labelName }: KnownValues): readonly LabelQuery[] {
  return [
    ...(labelCode === undefined ? [] : [{ labelCode }]),
    ...(labelName === undefined ? [] : [{ labelName }]),
  ];
}

/** Returns the more selective value. */
function narrowest({ labelCode, labelName }: Label): KnownValues {
  return labelCode === undefined ? { labelName } : { labelCode };
}

/** Returns the fields with their old value although the service accepted `changes`. */
export function unappliedFields(before: Label, changes: LabelChanges, now: Label): EditableField[] {
  return editableFields.filter(
    (field) => changes[field] !== undefined && now[field] === before[field],
  );
}

/** Returns whether `label` has all values of `changes`. */
function holds(label: Label, changes: LabelChanges): boolean {
  return editableFields.every(
    (field) => changes[field] === undefined || changes[field] === label[field],
  );
}
