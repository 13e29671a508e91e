import * as vscode from 'vscode';
import { shownCountText } from '../../commands/countFacts.ts';
import { countText } from '../../commands/formatNumber.ts';
import {
  editableFields,
  isEditableField,
  labelField,
  type EditableField,
  type FieldValue,
} from '../../core/api/labelFields.ts';
import type { Clock } from '../../core/async/clock.ts';
import { type Disposable, DisposableStore } from '../../core/async/disposable.ts';
import { Emitter } from '../../core/async/event.ts';
import type {
  ReviewCell,
  ReviewRow,
  ReviewRows,
} from '../../core/labels/changes/review/reviewRows.ts';
import {
  changesPart,
  reviewFacets,
  type ReviewFacet,
  type ReviewView,
} from '../../core/labels/changes/review/reviewView.ts';
import {
  fieldValueText,
  hasStatusNames,
  numberedStatus,
  type StatusNames,
} from '../../core/labels/statusNames.ts';
import { joinSentences } from '../../core/text/joinSentences.ts';
import { copiedText } from '../../labelGrid/copiedText.ts';
import {
  oneCell,
  type GridAction,
  type GridContent,
  type GridContentState,
} from '../../labelGrid/gridContent.ts';
import type {
  GridCell,
  GridColumn,
  GridFilter,
  GridRange,
  GridRow,
} from '../../labelGrid/protocol.ts';
import { comparedPageText, pageText } from '../../surfaces/pageText.ts';

/** Field that serves as the header of a row. */
const rowHeader: EditableField = 'labelName';

/** Widths of columns in CSS pixels. */
const widths = { tick: 34, text: 220, wholeNumber: 120 } as const;

/** Widths of columns that show old and new values, in CSS pixels. */
const changedWidths = { text: 340, wholeNumber: 240 } as const;

/**
 * Time in which the user can read a message, in milliseconds: an impatient second press must not confirm changes
 * that the first one has revealed.
 */
const readingTime = 3000;

/**
 * Returns the fields in the order of the columns: the row header, then changed fields, which should be
 * visible in a narrow editor.
 */
function columnFields(changed: ReadonlySet<EditableField>): readonly EditableField[] {
  const others = editableFields.filter((field) => field !== rowHeader);
  return [
    rowHeader,
    ...others.filter((field) => changed.has(field)),
    ...others.filter((field) => !changed.has(field)),
  ];
}

const facetTexts: Readonly<Record<ReviewFacet, () => string>> = {
  changedSince: () => vscode.l10n.t('Changed Since'),
  warning: () => vscode.l10n.t('With Warnings'),
  left: () => vscode.l10n.t('Left Out'),
};

/** Texts of a section of a review. */
export interface ReviewPartTexts {
  readonly id: string;
  /** Title of the facet that shows only this section. */
  readonly title: string;
  /** Remark on each row of the section. */
  readonly note?: string;
}

/** Choices on which the plan of a review depends. */
export interface ReviewChoices {
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly text: string }[];
}

/** Press of a button in a review. */
export type ReviewPress = Extract<GridAction, { readonly type: 'press' }>;

/** Texts of a review, and the actions of its buttons. */
export interface ReviewGridOptions {
  readonly rows: ReviewRows;
  readonly title: string;
  readonly account: string;
  readonly names: StatusNames;
  readonly clock: Clock;
  /** Returns sentences about the current plan. */
  readonly facts: () => readonly string[];
  /** Reason why the changes cannot be applied; undefined if they can. */
  readonly readOnly?: string | undefined;
  readonly press?: (press: ReviewPress) => Promise<void>;
  /** Title of the facet that shows only the changes. */
  readonly changesTitle?: string | undefined;
  /** Sections of the review in addition to the changes. */
  readonly parts?: readonly ReviewPartTexts[];
  /** Choices at the head; initially, all are chosen. */
  readonly choices?: ReviewChoices | undefined;
  /** Plans the changes for the chosen ids. */
  readonly choose?: (chosen: ReadonlySet<string>) => Promise<void>;
}

/** A review as the content of a grid. */
export class ReviewGrid implements GridContent, Disposable {
  readonly title;
  readonly #account;
  readonly columns: readonly GridColumn[];
  readonly #options: ReviewGridOptions;
  readonly #onDidChange = new Emitter<GridRange | undefined>();
  readonly onDidChange = this.#onDidChange.event;
  /** True while the action of a pressed button is running. */
  #isBusy = false;
  /** Message about the last action; undefined if there is none. */
  #notice: string | undefined;
  /** Timers that block the button after a message, so that the user can read it first. */
  readonly #rest = new DisposableStore();
  #isResting = false;
  readonly #parts: readonly ReviewPartTexts[];
  #chosen: ReadonlySet<string>;

  constructor(options: ReviewGridOptions) {
    this.#options = options;
    const { changesTitle, parts = [] } = options;
    this.#parts =
      changesTitle === undefined ? parts : [{ id: changesPart, title: changesTitle }, ...parts];
    this.#chosen = new Set(options.choices?.items.map(({ id }) => id));
    this.title = pageText(options.title);
    this.#account = pageText(options.account);
    this.columns = this.#columnsOf(options.rows);
  }

  get state(): GridContentState {
    const { choices, facts, readOnly, rows } = this.#options;
    const { order, shownCount, ticks, tickedCount, totalCount, view } = rows;
    return {
      account: this.#account,
      order,
      acknowledged: 0,
      rowCount: shownCount,
      totalCount,
      ...(view.sort === undefined ? {} : { sort: sortOf(view.sort) }),
      filter: filterOf(view),
      facets: this.#facets(),
      summary: pageText(joinSentences([...facts(), ...fieldsFact(rows.changedFields)])),
      ...(choices === undefined ? {} : { choices: this.#choicesOf(choices) }),
      counts: pageText(shownCountText(shownCount, totalCount)),
      ...(readOnly === undefined ? {} : { readOnly: pageText(readOnly) }),
      ...(this.#notice === undefined ? {} : { notice: pageText(this.#notice) }),
      ...(readOnly === undefined
        ? {
            ...(ticks === undefined ? {} : { ticks }),
            primary: {
              text: pageText(
                countText(tickedCount, {
                  one: () => vscode.l10n.t('Apply One Change'),
                  other: (text) => vscode.l10n.t('Apply {0} Changes', text),
                }),
              ),
              isEnabled: tickedCount > 0 && this.#canPress,
              canCancel: true,
            },
          }
        : {}),
    };
  }

  rows(from: number, to: number): readonly GridRow[] {
    return this.#options.rows.slice(from, to).map((row) => this.#gridRow(row));
  }

  async act(action: GridAction): Promise<void> {
    const { press, rows } = this.#options;
    this.#notice = undefined;
    switch (action.type) {
      case 'tick':
        rows.tick(action, action.isTicked, action.order);
        this.#onDidChange.fire(undefined);
        break;
      case 'sort':
        await this.#show(action, { ...rows.view, sort: viewSortOf(action.sort) });
        break;
      case 'filter':
        await this.#show(action, { ...viewOf(action.filter, this.#parts), sort: rows.view.sort });
        break;
      case 'choose':
        await this.#choose(action.id, action.isChosen);
        break;
      case 'copy':
        await vscode.env.clipboard.writeText(await copiedText(this, action.range));
        break;
      case 'press':
        if (action.button === 'cancel' || (this.#canPress && action.order === rows.order)) {
          await press?.(action);
        }
        break;
      case 'ready':
      case 'resume':
      // Cells of a review cannot be edited.
      case 'edit':
      case 'draft':
      case 'clear':
      case 'fillDown':
      case 'paste':
      case 'step':
      case 'decided':
        break;
    }
  }

  /** Runs `work`; meanwhile, the button cannot be pressed. */
  async whileBusy(work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#onDidChange.fire(undefined);
    try {
      await work();
    } finally {
      this.#isBusy = false;
      this.#onDidChange.fire(undefined);
    }
  }

  /** Shows a message about the user's last action, and selects the first row. */
  answer(notice: string): void {
    this.#notice = notice;
    this.#isResting = true;
    this.#rest.add(
      this.#options.clock.schedule(readingTime, () => {
        this.#isResting = false;
        this.#onDidChange.fire(undefined);
      }),
    );
    this.#onDidChange.fire(
      oneCell(
        0,
        this.columns.findIndex(({ kind }) => kind !== 'tick'),
      ),
    );
  }

  dispose(): void {
    this.#rest.dispose();
    this.#onDidChange.dispose();
  }

  get #canPress(): boolean {
    return !this.#isBusy && !this.#isResting;
  }

  /** Applies `view`, and keeps the active cell on its label. */
  async #show(
    { active, order }: Extract<GridAction, { readonly type: 'sort' | 'filter' }>,
    view: ReviewView,
  ): Promise<void> {
    const { rows } = this.#options;
    await rows.show(view);
    const row = rows.numberFrom(active.row, order);
    this.#onDidChange.fire(row === undefined ? undefined : oneCell(row, active.column));
  }

  /** Changes a choice, unless the changes for the current choices are being applied. */
  async #choose(id: string, isChosen: boolean): Promise<void> {
    const { choices, choose } = this.#options;
    if (choices !== undefined && !this.#isBusy) {
      const ids = choices.items.map((item) => item.id);
      this.#chosen = new Set(
        ids.filter((each) => (each === id ? isChosen : this.#chosen.has(each))),
      );
      this.#onDidChange.fire(undefined);
      await choose?.(this.#chosen);
    }
    this.#onDidChange.fire(undefined);
  }

  #choicesOf({ items, title }: ReviewChoices): GridContentState['choices'] {
    return {
      title: pageText(title),
      items: items.map(({ id, text }) => ({
        id,
        text: pageText(text),
        isChosen: this.#chosen.has(id),
      })),
    };
  }

  /**
   * Returns the kinds of rows that can be shown alone: sections, then facets. A kind without rows is included
   * only while it is shown.
   */
  #facets(): GridContentState['facets'] {
    const { facetCounts, partCounts, view } = this.#options.rows;
    const shown: ReadonlySet<string> = new Set([...view.parts, ...view.facets]);
    return [
      ...this.#parts.map(({ id, title }) => ({ id, title, count: partCounts.get(id) ?? 0 })),
      ...reviewFacets.map((id) => ({ id, title: facetTexts[id](), count: facetCounts[id] })),
    ]
      .filter(({ count, id }) => count > 0 || shown.has(id))
      .map(({ count, id, title }) => ({ id, text: pageText(title), count }));
  }

  #columnsOf(rows: ReviewRows): readonly GridColumn[] {
    const { names, readOnly } = this.#options;
    const { changedFields } = rows;
    const tick: GridColumn = {
      id: 'tick',
      title: pageText(vscode.l10n.t('Apply')),
      kind: 'tick',
      isEditable: false,
      isRowHeader: false,
      width: widths.tick,
      knownValues: [],
    };
    const ofFields = columnFields(changedFields).map((field): GridColumn => {
      const { kind, title } = labelField(field);
      return {
        id: field,
        title: pageText(title()),
        kind,
        isEditable: false,
        isRowHeader: field === rowHeader,
        width: (changedFields.has(field) ? changedWidths : widths)[kind],
        knownValues: hasStatusNames(field)
          ? rows.numbersIn(field).map((value) => ({
              value: String(value),
              text: pageText(numberedStatus(value, names)),
            }))
          : [],
      };
    });
    return readOnly === undefined ? [tick, ...ofFields] : ofFields;
  }

  #gridRow({ cells, isChangedSince, isTicked, part }: ReviewRow): GridRow {
    const { readOnly } = this.#options;
    const note = isChangedSince
      ? vscode.l10n.t('Somebody has changed this label since this review was opened.')
      : this.#parts.find(({ id }) => id === part)?.note;
    return {
      cells: this.columns.map(({ id }) => {
        const cell = isEditableField(id) ? cells.get(id) : undefined;
        return isEditableField(id) && cell !== undefined
          ? this.#gridCell(id, cell)
          : { text: pageText('') };
      }),
      ...(readOnly === undefined && isTicked !== undefined ? { isTicked } : {}),
      ...(note === undefined ? {} : { note: pageText(note) }),
    };
  }

  #gridCell(field: EditableField, { change, now, warnings }: ReviewCell): GridCell {
    const { names } = this.#options;
    if (change === undefined) {
      return { text: pageText(fieldValueText(field, now, names)) };
    }
    const { before, conflict, wanted } = change;
    const plainText = (value: FieldValue | undefined): string =>
      fieldValueText(field, value, names);
    const compared = [before, wanted, conflict?.expected].map(plainText);
    const textOf = (value: FieldValue | undefined) => comparedPageText(plainText(value), compared);
    return {
      text: textOf(wanted),
      before: textOf(conflict === undefined ? before : conflict.expected),
      ...(conflict === undefined ? {} : { theirs: { text: textOf(before), isConflict: true } }),
      ...(warnings.length === 0 ? {} : { warning: pageText(joinSentences(warnings)) }),
    };
  }
}

/** Returns a sentence that names the changed fields, if there are several, as a column may be out of view. */
function fieldsFact(changed: ReadonlySet<EditableField>): readonly string[] {
  const titles = columnFields(changed)
    .filter((field) => changed.has(field))
    .map((field) => labelField(field).title());
  return titles.length < 2 ? [] : [vscode.l10n.t('Fields: {0}.', titles.join(', '))];
}

function sortOf({
  field,
  isDescending,
}: NonNullable<ReviewView['sort']>): GridContentState['sort'] {
  return { column: field, direction: isDescending ? 'descending' : 'ascending' };
}

function viewSortOf(sort: GridContentState['sort']): ReviewView['sort'] {
  return sort !== undefined && isEditableField(sort.column)
    ? { field: sort.column, isDescending: sort.direction === 'descending' }
    : undefined;
}

function filterOf({ columns, facets, parts, words }: ReviewView): GridFilter {
  return {
    words,
    columns: Object.fromEntries(
      Array.from(columns, ([field, { isEmpty, values, words: ofColumn }]) => [
        field,
        { words: ofColumn, values: [...values], since: '', isEmpty },
      ]),
    ),
    facets: [...parts, ...facets],
  };
}

function viewOf(
  { columns, facets, words }: GridFilter,
  parts: readonly ReviewPartTexts[],
): Omit<ReviewView, 'sort'> {
  return {
    words,
    columns: new Map(
      Object.entries(columns).flatMap(([field, filter]) =>
        isEditableField(field) ? [[field, filter] as const] : [],
      ),
    ),
    facets: reviewFacets.filter((facet) => facets.includes(facet)),
    parts: parts.flatMap(({ id }) => (facets.includes(id) ? [id] : [])),
  };
}
