import * as z from 'zod/mini';
import type { AccountId } from '../../account/account.ts';
import type { LabelId } from '../../account/labelAddress.ts';
import { readLabel, type Label } from '../../api/label.ts';
import { areSameValues, editableValues } from '../../api/labelFields.ts';

/** Where the labels are remembered. VS Code's `Memento` has this shape. */
export interface RecentLabelsStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const maximumLabels = 20;

const storedSchema = z.catch(z.array(z.unknown()), []);

/** The labels that were opened last, for each account: what identifies them and what they are called. */
export class RecentLabels {
  readonly #store: RecentLabelsStore;

  constructor(store: RecentLabelsStore) {
    this.#store = store;
  }

  /** Last opened first, as they were then. What is stored but is no label is left out. */
  read(accountId: AccountId): readonly Label[] {
    return storedSchema
      .parse(this.#store.get(keyOf(accountId)))
      .map(readLabel)
      .flatMap((record) => (record.kind === 'label' ? [record.label] : []));
  }

  /** A label of an account as it was last opened or saved here; undefined if that is long ago. */
  find(accountId: AccountId, labelId: LabelId): Label | undefined {
    return this.read(accountId).find(({ id }) => id === labelId);
  }

  /** A label that is among the last ones has been changed. */
  async update(accountId: AccountId, label: Label): Promise<void> {
    const before = this.read(accountId);
    const known = before.find(({ id }) => id === label.id);
    if (known !== undefined && !areSameValues(known, label)) {
      const records = before.map((each) => knownFields(each.id === label.id ? label : each));
      await this.#store.update(keyOf(accountId), records);
    }
  }

  /** A label was opened. */
  async add(accountId: AccountId, label: Label): Promise<void> {
    const others = this.read(accountId).filter(({ id }) => id !== label.id);
    const records = [label, ...others].slice(0, maximumLabels).map(knownFields);
    await this.#store.update(keyOf(accountId), records);
  }

  /** Forgets the labels of an account. */
  async forget(accountId: AccountId): Promise<void> {
    await this.#store.update(keyOf(accountId), undefined);
  }
}

/** Not the whole record, which may hold more than should be kept. */
function knownFields(label: Label): unknown {
  return { id: label.id, ...editableValues(label) };
}

function keyOf(accountId: AccountId): string {
  return `workforce.labels.recent.${accountId}`;
}
