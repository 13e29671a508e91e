import * as l10n from '@vscode/l10n';
import type { Label, LabelId, LabelOrUnreadable } from '../api/label.ts';
import type { LabelPageRequest } from '../api/labelEndpoints.ts';
import type { Page } from '../api/pagination.ts';
import { abortable, throwIfAborted } from '../base/abort.ts';
import { ResponseSchemaError } from '../base/errors/responseSchemaError.ts';
import type { LabelFilter } from './labelFilter.ts';
import { LabelRows, type LabelListRow } from './labelRows.ts';
import { PageCursor } from './pageCursor.ts';

/** Where pages of labels come from. */
export interface LabelPageSource {
  page(request: LabelPageRequest, signal?: AbortSignal): Promise<Page<LabelOrUnreadable>>;
}

/** How many pages in a row may bring nothing new before a load gives up. */
const maximumFruitlessPages = 10;

/** One walk through the pages of labels that match a filter, from the first page on. */
export class LabelPages {
  readonly #source: LabelPageSource;
  readonly #filter: LabelFilter;
  readonly #cursor: PageCursor;
  readonly #rows = new LabelRows();
  /** Labels changed while a request was under way, whose answer may still hold their old content. */
  readonly #changedMeanwhile = new Map<LabelId, Label>();

  /** `pageSize`: labels to ask for at a time, 1 or more. */
  constructor(source: LabelPageSource, filter: LabelFilter, pageSize: number) {
    this.#source = source;
    this.#filter = filter;
    this.#cursor = new PageCursor(pageSize);
  }

  /** What is loaded, in the order of the service. */
  get rows(): readonly LabelListRow[] {
    return this.#rows.all();
  }

  /** How many labels match, where the service said so credibly. */
  get total(): number | undefined {
    const { total } = this.#cursor;
    return total !== undefined && total >= this.#rows.count ? total : undefined;
  }

  /** Whether there may be labels that are not loaded. */
  get hasMore(): boolean {
    return this.#cursor.hasMore;
  }

  /** The label with this id, where it is loaded. */
  find(id: LabelId): Label | undefined {
    return this.#rows.find(id);
  }

  /** Gives a loaded label its new content; false where it is not loaded. */
  replace(label: Label): boolean {
    this.#changedMeanwhile.set(label.id, label);
    return this.#rows.replace(label);
  }

  /**
   * Loads until there is at least one new row, or no more. Gives back the first new row. Throws what the
   * source throws, `CancelledError` once `signal` is aborted, and `ResponseSchemaError` where one page
   * after the other brings nothing new. Whatever it throws, what was loaded stays, and the next call
   * goes on from there.
   */
  async loadNext(signal?: AbortSignal): Promise<LabelListRow | undefined> {
    let firstNew: LabelListRow | undefined;
    let fruitless = 0;
    this.#cursor.begin();
    while (this.hasMore && (firstNew === undefined || this.#cursor.isUnsure)) {
      throwIfAborted(signal);
      if (fruitless >= maximumFruitlessPages) {
        throw new ResponseSchemaError(l10n.t('page after page without a new label'));
      }
      this.#changedMeanwhile.clear();
      const request = { ...this.#filter, ...this.#cursor.next };
      const page = await abortable(this.#source.page(request, signal), signal);
      throwIfAborted(signal);
      const verdict = this.#cursor.accept(page);
      const added =
        verdict.kind === 'take' ? this.#rows.add(page.records, verdict.position) : undefined;
      for (const label of this.#changedMeanwhile.values()) {
        this.#rows.replace(label);
      }
      this.#cursor.settle(this.#rows.count);
      firstNew ??= added;
      fruitless += added === undefined && !this.#cursor.isBehind ? 1 : 0;
    }
    return firstNew;
  }
}
