import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { LabelAddress } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { LinkedAbortController } from '../core/async/linkedAbortController.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { remedyOf } from '../core/errors/remedy.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import type { RecentLabels } from '../core/labels/list/recentLabels.ts';
import { fileSystemErrorFrom } from '../surfaces/fileSystemError.ts';
import { labelNotFound, notSignedIn } from './labelFileErrors.ts';
import { type AnswerUse, SharedAnswer } from './sharedAnswer.ts';

/** Accounts whose labels can be read, and data for finding a label. */
export interface ServedLabelContext extends LabelLookupContext {
  readonly accounts: LabelAccounts;
}

/** Reason why the last read failed. */
export interface ReadFailure {
  readonly message: string;
  /** True if a sign-in is needed, or may help. */
  readonly isSignInNeeded: boolean;
}

/** A label in the service, as known to this window. */
export class ServedLabel {
  readonly #address: LabelAddress;
  readonly #context: ServedLabelContext;
  readonly #note: (label: Label) => unknown;
  readonly #answer: SharedAnswer<Label>;
  readonly #lookup: LabelLookup;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  #label: Label | undefined;
  /** Number of reads and changes so far. */
  #count = 0;
  /** Number of the newest result; earlier results are outdated. */
  #newest = 0;
  #isDeleted = false;
  #failure: ReadFailure | undefined;
  #readAt: number | undefined;

  /** Fires when the label, or its existence, may have changed. */
  readonly onDidChange = this.#onDidChange.event;

  /** `note` is called with each label that is read or reported, before `onDidChange` fires. */
  constructor(address: LabelAddress, context: ServedLabelContext, note: (label: Label) => unknown) {
    this.#address = address;
    this.#context = context;
    this.#note = note;
    this.#answer = new SharedAnswer(context.clock);
    this.#lookup = new LabelLookup(address, context);
  }

  /** The label as last read, or as reported by another part of this window; undefined until then. */
  get label(): Label | undefined {
    return this.#label;
  }

  /** True if the label did not exist when the service was last asked. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** Reason why the last read failed; undefined if it succeeded. */
  get failure(): ReadFailure | undefined {
    return this.#failure;
  }

  /** Time of the last read from the service, in milliseconds since the epoch. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** Returns the account of the label. Throws `FileSystemError` if it is not signed in. */
  account(): LabelAccount {
    const account = this.#context.accounts.find(this.#address.accountId);
    if (account === undefined) {
      throw notSignedIn();
    }
    return account;
  }

  /** Returns the labels of that account. Throws the errors of `account`. */
  repository(): LabelRepository {
    return this.account().repository;
  }

  /** Returns the label, as fresh as `use` requires. Throws `FileSystemError`. */
  async fresh(use: AnswerUse): Promise<Label> {
    // Showing a tab must not start a search among all labels, which takes long and shows its progress.
    const reach = use === 'show' ? 'values' : 'all';
    return await this.#answer.take(use, async () => await this.#read(reach));
  }

  /**
   * Reads the label with a new request that no other call shares, before a change of the label. Throws
   * `FileSystemError`.
   */
  async readFresh(): Promise<Label> {
    return await this.#read('all');
  }

  /** Reads the label for the next calls, which share the result or the failure. */
  async readAhead(): Promise<void> {
    await this.#answer.begin(async () => await this.#read('all'));
  }

  /** Lets the next calls use `label` without a request. */
  offer(label: Label): void {
    this.#answer.offer(Promise.resolve(label));
  }

  /** Records that `label` is the current content in the service. */
  remember(label: Label): void {
    this.#newest = ++this.#count;
    this.#remember(label);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #remember(label: Label): void {
    const hasChanged =
      this.#label === undefined || labelText(this.#label.record) !== labelText(label.record);
    this.#label = label;
    this.#note(label);
    if (hasChanged || this.#isDeleted) {
      this.#isDeleted = false;
      this.#onDidChange.fire();
    }
  }

  async #read(reach: LookupReach): Promise<Label> {
    const reading = ++this.#count;
    try {
      await this.#context.accounts.readStoredSessions();
      const label = await this.#lookup.find(this.repository(), this.#label, reach);
      if (reading < this.#newest) {
        return this.#known();
      }
      this.#newest = reading;
      if (label === undefined) {
        if (!this.#isDeleted) {
          this.#isDeleted = true;
          this.#onDidChange.fire();
        }
        throw labelNotFound();
      }
      this.#readAt = this.#context.clock.now();
      this.#setFailure(undefined);
      this.#remember(label);
      return label;
    } catch (error) {
      const failure = fileSystemErrorFrom(error);
      const isSignInNeeded = remedyOf(error)?.kind === 'signIn' || failure.code === 'NoPermissions';
      if (reading >= this.#newest) {
        this.#setFailure({ message: failure.message, isSignInNeeded });
      }
      throw failure;
    }
  }

  #setFailure(failure: ReadFailure | undefined): void {
    const hasChanged = this.#failure?.message !== failure?.message;
    this.#failure = failure;
    if (hasChanged) {
      this.#onDidChange.fire();
    }
  }

  #known(): Label {
    if (this.#label === undefined || this.#isDeleted) {
      throw labelNotFound();
    }
    return this.#label;
  }
}

/** Time before all labels are searched again for a label that was not among them, in milliseconds. */
const missingPause = 600_000;

/** Extent of a search for a label: by code and name, or also among all labels, which may take minutes. */
type LookupReach = 'values' | 'all';

/** Data by which a label is found again, and limits of the search. */
interface LabelLookupContext {
  /** Stored values of recently opened labels. */
  readonly recent: RecentLabels;
  readonly clock: Clock;
  /** Aborted when the extension is deactivated. */
  readonly signal: AbortSignal;
}

/** Finds the same label repeatedly, with as few requests as possible. */
class LabelLookup {
  readonly #address: LabelAddress;
  readonly #context: LabelLookupContext;
  /** Time of the last search among all labels that did not find the label. */
  #missedAt: number | undefined;

  constructor(address: LabelAddress, context: LabelLookupContext) {
    this.#address = address;
    this.#context = context;
  }

  /**
   * Returns the current content of the label; undefined if the service no longer has it. `before` is the
   * content last known in this window. Throws `CancelledError` if the label may be among those that were not
   * searched.
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
    const isGone =
      this.#missedAt !== undefined && clock.monotonic() - this.#missedAt < missingPause;
    const found = await repository.findByValues(labelId, [values], signal);
    if (found === undefined && !isGone && reach === 'values') {
      throw new CancelledError();
    }
    const label = found ?? (isGone ? undefined : await this.#findAmongAll(repository));
    if (label !== undefined) {
      this.#missedAt = undefined;
      await recent.update(accountId, label);
    } else if (!isGone) {
      this.#missedAt = clock.monotonic();
    }
    return label;
  }

  async #findAmongAll(repository: LabelRepository): Promise<Label | undefined> {
    const { clock, signal } = this.#context;
    return await withSlowProgress(
      vscode.l10n.t('Looking for the label among all labels'),
      clock,
      async (cancelled, onProgress) => {
        const ending = new LinkedAbortController(signal, cancelled);
        try {
          const { labelId } = this.#address;
          return await repository.findAmongAll(labelId, [], ending.signal, onProgress);
        } finally {
          ending.dispose();
        }
      },
    );
  }
}
