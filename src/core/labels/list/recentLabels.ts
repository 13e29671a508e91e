import * as z from 'zod/mini';
import type { AccountId } from '../../account/account.ts';
import type { LabelId } from '../../account/labelAddress.ts';
import { readLabel, type Label } from '../../api/label.ts';
import { areSameValues, editableValues } from '../../api/labelFields.ts';
import type { Memento } from '../../memento/memento.ts';

const maximumLabels = 20;

const storedSchema = z.catch(z.array(z.unknown()), []);

/** Recently opened labels of each account, with their known fields. */
export class RecentLabels {
  readonly #store: Memento;

  constructor(store: Memento) {
    this.#store = store;
  }

  /** Labels as they were when opened, the latest first. Stored values that are not labels are skipped. */
  read(accountId: AccountId): readonly Label[] {
    return storedSchema
      .parse(this.#store.get(keyOf(accountId)))
      .map(readLabel)
      .flatMap((record) => (record.kind === 'label' ? [record.label] : []));
  }

  /** Returns a label of an account as last opened or saved here; undefined if it is not recent. */
  find(accountId: AccountId, labelId: LabelId): Label | undefined {
    return this.read(accountId).find(({ id }) => id === labelId);
  }

  /** Updates `label` if it is among the recent labels. */
  async update(accountId: AccountId, label: Label): Promise<void> {
    const before = this.read(accountId);
    const known = before.find(({ id }) => id === label.id);
    if (known !== undefined && !areSameValues(known, label)) {
      const records = before.map((each) => knownFields(each.id === label.id ? label : each));
      await this.#store.update(keyOf(accountId), records);
    }
  }

  /** Adds an opened label. */
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

/** Returns the known fields of a label; the rest of its record should not be stored. */
function knownFields(label: Label): unknown {
  return { id: label.id, ...editableValues(label) };
}

function keyOf(accountId: AccountId): string {
  return `workforce.labels.recent.${accountId}`;
}
