import type { ApiClient } from '../api/apiClient.ts';
import type { Label, LabelId, LabelOrUnreadable } from '../api/label.ts';
import {
  listLabels,
  updateLabel,
  type LabelChanges,
  type LabelPageRequest,
  type LabelQuery,
} from '../api/labelEndpoints.ts';
import type { Page } from '../api/pagination.ts';
import type { Disposable } from '../base/disposable.ts';
import { NetworkError } from '../base/errors/networkError.ts';
import { TimeoutError } from '../base/errors/timeoutError.ts';
import { Emitter } from '../base/event.ts';
import { LabelPages } from './labelPages.ts';

/** How many labels to ask for at once when the whole list is searched for one of them. */
const searchPageSize = 200;

/** The labels of one account, as the service has them. All methods throw what `ApiClient.call` throws. */
export class LabelRepository implements Disposable {
  readonly #client: ApiClient;
  readonly #onDidChangeLabel = new Emitter<Label>();

  /** A label was changed by this window: its new content. */
  readonly onDidChangeLabel = this.#onDidChangeLabel.event;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  /** One page of labels. */
  async page(request: LabelPageRequest, signal?: AbortSignal): Promise<Page<LabelOrUnreadable>> {
    return await listLabels(this.#client, request, signal);
  }

  /**
   * The label as the service has it now, or undefined where it has none. There is no endpoint for
   * one label: those with its last known code are looked through first, then all.
   */
  async find(
    id: LabelId,
    lastKnownCode: string | undefined,
    signal?: AbortSignal,
  ): Promise<Label | undefined> {
    if (lastKnownCode !== undefined) {
      const label = await this.#search(id, { labelCode: lastKnownCode }, signal);
      if (label !== undefined) {
        return label;
      }
    }
    return await this.#search(id, {}, signal);
  }

  /**
   * Sends `changes` and gives back the label as the service has it afterwards. When the answer is lost
   * the label is read again to see whether the changes have arrived; only if not, the error is thrown.
   */
  async update(label: Label, changes: LabelChanges, signal?: AbortSignal): Promise<Label> {
    const codeAfterwards = changes.labelCode ?? label.labelCode;
    let updated: Label | undefined;
    try {
      await updateLabel(this.#client, label.id, changes, signal);
      updated = await this.#findAfterUpdate(label, changes, signal);
    } catch (error) {
      const answerLost =
        error instanceof TimeoutError ||
        (error instanceof NetworkError && error.progress === 'maybeReceived');
      if (!answerLost) {
        throw error;
      }
      updated = await this.find(label.id, codeAfterwards, signal);
      if (updated === undefined || !holds(updated, changes)) {
        throw error;
      }
    }
    this.#onDidChangeLabel.fire(updated);
    return updated;
  }

  dispose(): void {
    this.#onDidChangeLabel.dispose();
  }

  async #findAfterUpdate(
    label: Label,
    changes: LabelChanges,
    signal: AbortSignal | undefined,
  ): Promise<Label> {
    const expected: Label = {
      ...label,
      ...changes,
      record: { ...label.record, ...changes },
    };
    const query = narrowQuery(expected);
    if (query === undefined) {
      return expected;
    }
    try {
      return (await this.#search(label.id, query, signal)) ?? expected;
    } catch {
      // The update itself was accepted; a failure to read it back is not a failure to save.
      return expected;
    }
  }

  async #search(
    id: LabelId,
    query: LabelQuery,
    signal: AbortSignal | undefined,
  ): Promise<Label | undefined> {
    const pages = new LabelPages(this, query, searchPageSize);
    while (pages.hasMore) {
      await pages.loadNext(signal);
      const label = pages.find(id);
      if (label !== undefined) {
        return label;
      }
    }
    return undefined;
  }
}

/** A query that few labels but this one match; undefined where there is nothing to ask by. */
function narrowQuery({ labelCode, labelName }: Label): LabelQuery | undefined {
  if (labelCode !== undefined) {
    return { labelCode };
  }
  return labelName === undefined ? undefined : { labelName };
}

function holds(label: Label, changes: LabelChanges): boolean {
  return (
    (changes.labelCode === undefined || changes.labelCode === label.labelCode) &&
    (changes.labelName === undefined || changes.labelName === label.labelName) &&
    (changes.labelStatus === undefined || changes.labelStatus === label.labelStatus)
  );
}
