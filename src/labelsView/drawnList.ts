import type { Label, LabelId } from '../core/api/label.ts';
import { LabelRow } from './labelRow.ts';
import type { LabelsViewRow } from './labelsViewRow.ts';

/** The rows of one account's list as VS Code has them: what to draw anew is told by these objects. */
export class DrawnList {
  readonly #lead: LabelsViewRow | undefined;
  readonly #labels: readonly LabelsViewRow[];
  readonly #tail: LabelsViewRow | undefined;
  #labelRows: ReadonlyMap<LabelId, LabelRow> | undefined;

  /** `lead` stands above the labels, `tail` below. */
  constructor(
    lead: LabelsViewRow | undefined,
    labels: readonly LabelsViewRow[],
    tail: LabelsViewRow | undefined,
  ) {
    this.#lead = lead;
    this.#labels = labels;
    this.#tail = tail;
  }

  /** All rows, from top to bottom. */
  rows(): LabelsViewRow[] {
    const rows = this.#lead === undefined ? [] : [this.#lead];
    return rows.concat(this.#labels, this.#tail ?? []);
  }

  /** Gives a label its new content. Comes back: the rows to draw anew; undefined where the list must be. */
  updateLabel(label: Label): readonly LabelsViewRow[] | undefined {
    this.#labelRows ??= new Map(
      this.#labels.flatMap((row) =>
        row instanceof LabelRow ? [[row.label.id, row] as const] : [],
      ),
    );
    const row = this.#labelRows.get(label.id);
    row?.update(label);
    return row === undefined ? undefined : [row];
  }

  /** Takes other rows around the labels. Comes back: the rows to draw anew; undefined where the list must be. */
  updateFrame(
    lead: LabelsViewRow | undefined,
    tail: LabelsViewRow | undefined,
  ): readonly LabelsViewRow[] | undefined {
    const isSame = lead?.kind === this.#lead?.kind && tail?.kind === this.#tail?.kind;
    // A row of a failure holds its error; the others read what they show when they are drawn.
    const isFixed = lead?.kind === 'failed' || tail?.kind === 'failed';
    if (!isSame || isFixed) {
      return undefined;
    }
    return this.#tail === undefined ? [] : [this.#tail];
  }
}
