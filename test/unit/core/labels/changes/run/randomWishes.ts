import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { editableValues } from '../../../../../../src/core/api/labelFields.ts';
import type { WantedChanges } from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import { wantedOf } from '../../../../../support/planning.ts';

/** What people want of some of the labels `ids`: new values, no two of them the same. */
export class RandomWishes {
  readonly #random: () => number;
  readonly #ids: readonly LabelId[];
  #counter = 0;

  constructor(random: () => number, ids: readonly LabelId[]) {
    this.#random = random;
    this.#ids = ids;
  }

  /** The same status for all. */
  status(): WantedChanges {
    const labelStatus = ++this.#counter;
    return wantedOf(new Map(this.#some().map((id) => [id, { labelStatus }])));
  }

  /** Values of their own, some of which the service normalizes. */
  import(): WantedChanges {
    const values = this.#some().map((id) => {
      const number = ++this.#counter;
      const labelName = this.#chance(0.3) ? ` Ours  e\u0301 ${number} ` : `Ours ${number}`;
      const changes = {
        ...(this.#chance(0.7) ? { labelName } : {}),
        ...(this.#chance(0.5) ? { labelCode: `OURS-${number}` } : {}),
        ...(this.#chance(0.3) ? { labelStatus: number } : {}),
      };
      return [id, changes] as const;
    });
    return wantedOf(new Map(values));
  }

  /** Other codes or names, made of what they are when it is planned. */
  replace(): WantedChanges {
    const number = ++this.#counter;
    const field = this.#chance(0.5) ? 'labelName' : 'labelCode';
    return {
      labels: new Map(this.#some().map((id) => [id, []])),
      wantedFor: ({ [field]: text = '' }) =>
        editableValues({ [field]: text.replace(/[aeiou0-9]+/u, `-${number}-`) }),
    };
  }

  #some(): LabelId[] {
    return this.#ids.filter(() => this.#chance(0.6));
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}
