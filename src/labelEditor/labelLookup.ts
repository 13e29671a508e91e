import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notifyProgress } from '../commands/notify.ts';
import { type LabelAddress, type LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { percentSteps, type Progress } from '../core/labels/percentSteps.ts';

/** A search that takes longer says how far it has come, in milliseconds. */
const quietTime = 1000;

/** How long a label that was not among all of them is not looked for there again, in milliseconds. */
const goneTime = 600_000;

/** How far a label is looked for: by its code and name, or among all labels too, which may take minutes. */
export type LookupReach = 'values' | 'all';

/** By what a label is found again, and for how long it is looked for. */
export interface LabelLookupContext {
  /** What labels are called, beyond the window. */
  readonly recent: RecentLabels;
  readonly clock: Clock;
  /** Aborted when the extension ends. */
  readonly signal: AbortSignal;
}

/** Finds one label again and again, with as few requests as there can be. */
export class LabelLookup {
  readonly #address: LabelAddress;
  readonly #context: LabelLookupContext;
  /** When it was not among all labels. */
  #missedAt: number | undefined;

  constructor(address: LabelAddress, context: LabelLookupContext) {
    this.#address = address;
    this.#context = context;
  }

  /**
   * The label as the service has it; `before` is how it was known last in this window. Throws
   * `CancelledError` where it may be among those that it was not looked for in.
   */
  async find(
    repository: LabelRepository,
    before: Label | undefined,
    reach: LookupReach,
  ): Promise<Label | undefined> {
    const { accountId, code, labelId } = this.#address;
    const { clock, recent, signal } = this.#context;
    const known = before ?? recent.find(accountId, labelId);
    const values = { labelCode: known?.labelCode ?? code, labelName: known?.labelName };
    const isGone = this.#missedAt !== undefined && clock.monotonic() - this.#missedAt < goneTime;
    const found = await repository.findByValues(labelId, values, signal);
    if (found === undefined && !isGone && reach === 'values') {
      throw new CancelledError();
    }
    const label =
      found ?? (isGone ? undefined : await findAmongAll(repository, labelId, clock, signal));
    if (label !== undefined) {
      this.#missedAt = undefined;
      await recent.update(accountId, label);
    } else if (!isGone) {
      this.#missedAt = clock.monotonic();
    }
    return label;
  }
}

/**
 * Looks for a label among all. Where that takes long, it shows its progress with a way to cancel; then it
 * throws `CancelledError`.
 */
async function findAmongAll(
  repository: LabelRepository,
  id: LabelId,
  clock: Clock,
  signal: AbortSignal,
): Promise<Label | undefined> {
  const ending = new LinkedAbortController(signal);
  let report: Progress | undefined;
  const search = repository.findAmongAll(id, ending.signal, (seen, all) => report?.(seen, all));
  const showing = clock.schedule(quietTime, () => {
    void notifyProgress(
      vscode.l10n.t('Looking for a label among all'),
      async (progress, cancelled) => {
        report = percentSteps((seen, all, increment) => {
          progress.report({
            increment,
            ...(all === undefined
              ? {}
              : {
                  message: vscode.l10n.t(
                    '{0} of {1} labels',
                    formatNumber(seen),
                    formatNumber(all),
                  ),
                }),
          });
        });
        cancelled.addEventListener('abort', () => ending.abort(), { once: true });
        await search.catch(() => undefined);
      },
    );
  });
  try {
    return await search;
  } finally {
    showing.dispose();
    ending.dispose();
  }
}
