import assert from 'node:assert/strict';
import type { Account } from '../../../../../src/core/account/account.ts';
import {
  editableFields,
  labelField,
  type EditableField,
  type FieldValue,
} from '../../../../../src/core/api/labelFields.ts';
import { cellEdits, type CellEdit } from '../../../../../src/core/labels/table/cellEdits.ts';
import { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import {
  keepOwn,
  outdatedCells,
  rebaseTable,
} from '../../../../../src/core/labels/table/rebaseTable.ts';
import { planSave, type SavePlan } from '../../../../../src/core/labels/table/savePlan.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { cellOf, columnOf } from '../../../../../src/core/labels/table/tableColumns.ts';
import { TableSave } from '../../../../../src/core/labels/table/tableSave.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { simulatedRun, type RequestFate } from './simulatedRun.ts';
import { changedText, textOf } from './tables.ts';
import { keyOf, TwoPeopleService } from './twoPeopleService.ts';

const fates: readonly RequestFate[] = [
  'accepted',
  'accepted',
  'accepted',
  'unread',
  'refused',
  'lostArrived',
  'lostNotArrived',
  'cancelled',
  'killed',
];

/** Pieces of text that break or keep the structure of a table. */
const pieces = ['', '', '"', '\n', ',', 'x', '","', '"A","a","b","1"\n', '"Z","","",""\n', '\r\n'];

/** Random work of two people on a table and its service, with faults and reloads. */
export class TableSequence {
  readonly log: string[] = [];
  readonly #random: () => number;
  readonly #account: Account;
  readonly #service: TwoPeopleService;
  #table: LabelTable;
  #stored: string;
  /** Earlier texts, to which the person returns by undo. */
  readonly #texts: string[] = [];
  /** Contents of cells that hold no edit: as opened, saved or taken over. */
  readonly #synced = new Map<string, string>();
  #values = 0;
  #isFaultless = false;

  private constructor(
    random: () => number,
    account: Account,
    service: TwoPeopleService,
    table: LabelTable,
    stored: string,
  ) {
    this.#random = random;
    this.#account = account;
    this.#service = service;
    this.#table = table;
    this.#stored = stored;
    for (const { cells, id } of table.model.rows()) {
      for (const field of editableFields) {
        this.#synced.set(keyOf(id, field), cells[columnOf(field)] ?? '');
      }
    }
  }

  static async open(random: () => number, account: Account): Promise<TableSequence> {
    const labels = Array.from('ABCDEFGH', (id, index) =>
      labelOf({
        id,
        labelCode: id.toLowerCase(),
        ...(index === 7 ? {} : { labelName: index === 6 ? 'two\r\nlines' : `Name ${id}` }),
        ...(index === 5 ? {} : { labelStatus: index % 3 }),
      }),
    );
    const base = await TableBase.of(labels);
    const table = await LabelTable.of(base, await base.text());
    const stored = JSON.stringify(await base.stored());
    return new TableSequence(random, account, new TwoPeopleService(labels), table, stored);
  }

  /** Works for a while, then saves everything. */
  async run(): Promise<void> {
    for (let step = 0; step < 25; step++) {
      await this.#step();
      if (step % 3 === 0) {
        await this.#checkFollowed();
      }
    }
    this.#isFaultless = true;
    this.log.push('finish');
    for (let saves = 0; saves < 20; saves++) {
      if (await this.#save()) {
        this.#checkSaved();
        return;
      }
    }
    assert.fail('The table is not saved after 20 saves.');
  }

  async #step(): Promise<void> {
    const kind = this.#below(20);
    if (kind < 7) {
      await this.#editCells();
    } else if (kind < 9) {
      this.#editText();
    } else if (kind < 10) {
      this.#undo();
    } else if (kind < 14) {
      this.#changeByThem();
    } else if (kind < 15) {
      await this.#reload();
    } else if (kind < 16) {
      await this.#refresh();
    } else {
      await this.#save();
    }
  }

  async #editCells(): Promise<void> {
    const edits = Array.from({ length: 1 + this.#below(4) }, (): CellEdit => {
      const field = this.#pick(editableFields);
      return { row: this.#below(this.#table.model.rowCount), field, cell: this.#newCell(field) };
    });
    this.log.push(`edit ${JSON.stringify(edits)}`);
    await this.#setCells(edits);
  }

  #editText(): void {
    const offset = this.#below(this.#table.model.length + 1);
    const length = Math.min(this.#below(3) * this.#below(20), this.#table.model.length - offset);
    const content = this.#pick(pieces);
    this.log.push(`text ${JSON.stringify({ offset, length, content })}`);
    this.#apply([{ offset, length, content }]);
  }

  #undo(): void {
    const text = this.#texts.at(-1 - this.#below(this.#texts.length));
    if (text !== undefined) {
      this.log.push('undo');
      this.#apply([{ offset: 0, length: this.#table.model.length, content: text }]);
    }
  }

  #changeByThem(): void {
    const label = this.#pick(this.#service.labels);
    if (this.#below(15) === 0 && this.#service.labels.length > 5) {
      this.log.push(`remove ${label.id}`);
      this.#service.remove(label.id);
      return;
    }
    const field = this.#pick(editableFields);
    const value = this.#newValue(field, 'theirs');
    this.log.push(`theirs ${keyOf(label.id, field)} ${JSON.stringify(value)}`);
    this.#service.write('them', label.id, { [field]: value });
  }

  /** Closes the window, and opens what it has stored. */
  async #reload(): Promise<void> {
    this.log.push('reload');
    const text = textOf(this.#table.model);
    const stored: unknown = JSON.parse(this.#stored);
    const base = await TableBase.read(stored);
    assert.ok(base !== undefined);
    this.#table = await LabelTable.of(base, text);
  }

  /** Shows what the service has, where the person has edited nothing. */
  async #refresh(): Promise<void> {
    this.log.push('refresh');
    const { labels } = this.#service;
    const edits = outdatedCells(this.#table, labels);
    const cells = edits.map(({ field, row }) => ({
      id: this.#table.model.row(row)?.id ?? '',
      field,
    }));
    for (const { field, id } of cells) {
      const text = this.#cell(id, field) ?? '';
      const now = this.#service.labels.find((label) => label.id === id)?.[field];
      const isEdited = text.trim() !== '' && text !== this.#synced.get(keyOf(id, field));
      assert.ok(!isEdited || text.trim() === cellOf(now).trim(), `${keyOf(id, field)} is edited`);
    }
    await this.#setCells(edits);
    for (const { field, id } of cells) {
      this.#service.accept(id, field);
      this.#synced.set(keyOf(id, field), this.#cell(id, field) ?? '');
    }
    this.#rebase();
    await this.#store();
  }

  /** Returns whether nothing is left to save. */
  async #save(): Promise<boolean> {
    if (this.#table.hasProblems) {
      await this.#repair();
    }
    const { base } = this.#table;
    const plan = await planSave(this.#table, this.#service.fresh(base.ids()));
    assert.ok(plan !== undefined);
    this.#checkPlan(plan);
    this.log.push(`save ${JSON.stringify(plan.changes)}`);
    await this.#resolve(plan);
    const save = new TableSave(base, plan.changes);
    await this.#store();
    const record = simulatedRun(plan.changes, {
      service: this.#service,
      account: this.#account,
      nextFate: () => {
        const fate = this.#isFaultless ? 'accepted' : this.#pick(fates);
        this.log.push(fate);
        return fate;
      },
      meanwhile: () => {
        if (!this.#isFaultless && this.#below(4) === 0) {
          this.#changeByThem();
        }
      },
      onSend: ({ fields, id }) => {
        for (const { field } of fields) {
          assert.ok(!this.#service.isForeign(id, field), `foreign ${keyOf(id, field)} is sent`);
        }
      },
      // What has arrived is no edit any more.
      onArrive: ({ fields, id }) => {
        for (const { field, wanted } of fields) {
          this.#synced.set(keyOf(id, field), cellOf(wanted));
        }
      },
    });
    if (record === undefined) {
      await this.#reload();
      return false;
    }
    this.#table.recheck(save.finish(record));
    await this.#store();
    if (this.#isFaultless) {
      await this.#refresh();
    }
    const isLeft = plan.changes.some(({ fields }) =>
      fields.some(({ before, wanted }) => cellOf(before).trim() !== cellOf(wanted).trim()),
    );
    return !isLeft && plan.conflicts.length + plan.foreign.length === 0;
  }

  async #resolve({ conflicts }: SavePlan): Promise<void> {
    for (const conflict of conflicts) {
      const { current, field, id } = conflict;
      const choice = this.#below(this.#isFaultless ? 2 : 3);
      this.log.push(`conflict ${keyOf(id, field)} ${String(choice)}`);
      if (choice === 0) {
        this.#table.recheck(keepOwn(this.#table.base, [conflict]));
        this.#service.accept(id, field);
        this.#synced.set(keyOf(id, field), cellOf(current));
      } else if (choice === 1) {
        const row = this.#table.model.rowsOf(id)[0]?.index ?? -1;
        await this.#setCells([{ row, field, cell: cellOf(current) }]);
        this.#service.accept(id, field);
        this.#synced.set(keyOf(id, field), cellOf(current));
        this.#rebase();
      }
    }
  }

  /** Returns to the last text that can be saved. */
  async #repair(): Promise<void> {
    for (const text of [...this.#texts.toReversed(), await this.#table.base.text()]) {
      const earlier = await LabelTable.of(this.#table.base, text);
      if (!earlier.hasProblems) {
        this.log.push('repair');
        this.#apply([{ offset: 0, length: this.#table.model.length, content: text }]);
        return;
      }
    }
  }

  #rebase(): void {
    for (const label of this.#service.labels) {
      for (const field of editableFields) {
        if (this.#cell(label.id, field) === cellOf(label[field])) {
          this.#service.accept(label.id, field);
          this.#synced.set(keyOf(label.id, field), cellOf(label[field]));
        }
      }
    }
    this.#table.recheck(rebaseTable(this.#table, this.#service.labels));
  }

  async #store(): Promise<void> {
    this.#stored = JSON.stringify(await this.#table.base.stored());
  }

  async #setCells(edits: readonly CellEdit[]): Promise<void> {
    this.#apply((await cellEdits(this.#table.model, edits)) ?? []);
  }

  #apply(changes: readonly { offset: number; length: number; content: string }[]): void {
    const before = textOf(this.#table.model);
    this.#texts.push(before);
    this.#table.apply(changes);
    assert.equal(textOf(this.#table.model), changedText(before, changes));
  }

  #checkPlan(plan: SavePlan): void {
    const planned = new Map<string, FieldValue | undefined>();
    for (const { fields, id } of plan.changes) {
      for (const { before, field, wanted } of fields) {
        const key = keyOf(id, field);
        planned.set(key, wanted);
        assert.ok(!this.#service.isForeign(id, field), `foreign ${key} is planned`);
        assert.equal(cellOf(wanted), this.#cell(id, field), `${key} is planned as in the text`);
        assert.equal(
          cellOf(before),
          cellOf(this.#service.get(id)?.[field]),
          `${key} is planned from the service`,
        );
      }
    }
    for (const { field, id } of plan.conflicts) {
      planned.set(keyOf(id, field), undefined);
      assert.equal(this.#service.writerOf(id, field), 'them', `own ${keyOf(id, field)} conflicts`);
    }
    for (const label of this.#service.labels) {
      for (const field of editableFields) {
        const key = keyOf(label.id, field);
        const text = this.#cell(label.id, field);
        // An empty field cannot be sent.
        const isEdited = Boolean(text?.trim()) && text !== this.#synced.get(key);
        const isThere = text?.trim() === cellOf(label[field]).trim();
        assert.ok(!isEdited || isThere || planned.has(key), `edit of ${key} is lost`);
        assert.ok(
          !isThere || !planned.has(key) || text !== cellOf(label[field]),
          `${key} is there`,
        );
      }
    }
  }

  /** What has followed the text is what reading it anew finds. */
  async #checkFollowed(): Promise<void> {
    const followed = this.#table;
    const anew = await LabelTable.of(followed.base, textOf(followed.model));
    const [found, expected] = [followed, anew].map((table) => [
      table.changedCells,
      table.changedRows,
      table.hasProblems,
      table.problems(),
    ]);
    assert.deepEqual(found, expected);
  }

  /** The text equals the service. */
  #checkSaved(): void {
    for (const label of this.#service.labels) {
      for (const field of editableFields) {
        const cell = this.#cell(label.id, field);
        const now = cellOf(label[field]);
        // Spaces around a name that it has already are all that the service does not keep.
        assert.ok(cell === undefined || cell.trim() === now.trim(), keyOf(label.id, field));
        const row = this.#table.model.rowsOf(label.id)[0];
        const changed = row === undefined ? [] : this.#table.findings(row).changed;
        assert.equal(changed.includes(field), cell !== undefined && cell !== now);
      }
    }
  }

  /** Content of a cell; undefined if its row is missing. */
  #cell(id: string, field: EditableField): string | undefined {
    return this.#table.model.rowsOf(id)[0]?.cells[columnOf(field)];
  }

  #newCell(field: EditableField): string {
    const odd = this.#below(12);
    return odd === 0
      ? this.#pick(['', 'x"', 'two\nlines', '1.5'])
      : cellOf(this.#newValue(field, 'own'));
  }

  #newValue(field: EditableField, whose: string): FieldValue {
    this.#values++;
    return labelField(field).kind === 'text'
      ? `${whose} ${this.#values}${this.#below(4) === 0 ? ' ' : ''}`
      : this.#values + 100;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    assert.ok(item !== undefined);
    return item;
  }
}
