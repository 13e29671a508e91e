import * as vscode from 'vscode';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { LabelAddress } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { labelText } from '../core/labels/document/labelText.ts';
import type { LabelRepository } from '../core/labels/labelRepository.ts';
import { fileSystemErrorFrom, labelNotFound, notSignedIn } from './labelFileErrors.ts';
import { LabelLookup, type LabelLookupContext, type LookupReach } from './labelLookup.ts';
import { SharedAnswer, type AnswerUse } from './sharedAnswer.ts';

/** Whose labels can be read, and by what one of them is found. */
export interface ServedLabelContext extends LabelLookupContext {
  readonly accounts: LabelAccounts;
}

/** One label as the service has it, as far as this window knows. */
export class ServedLabel {
  readonly #address: LabelAddress;
  readonly #context: ServedLabelContext;
  readonly #note: (label: Label) => unknown;
  readonly #answer: SharedAnswer<Label>;
  readonly #lookup: LabelLookup;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  #label: Label | undefined;
  /** How many readings and changes there have been. */
  #count = 0;
  /** The last of them that has told anything: what those before it say is older. */
  #newest = 0;
  #isDeleted = false;
  #readAt: number | undefined;

  /** The label, or whether there is one, may be another than before. */
  readonly onDidChange = this.#onDidChange.event;

  /** `note` gets what the service has, each time, before anybody else learns of it. */
  constructor(address: LabelAddress, context: ServedLabelContext, note: (label: Label) => unknown) {
    this.#address = address;
    this.#context = context;
    this.#note = note;
    this.#answer = new SharedAnswer(context.clock);
    this.#lookup = new LabelLookup(address, context);
  }

  /** As it was last read, or came from another part of this window; undefined before. */
  get label(): Label | undefined {
    return this.#label;
  }

  /** Whether the service had no such label when it was last asked. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  /** When it was last read from the service, in milliseconds since the epoch. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** The labels of its account. Throws `FileSystemError` if the account is not signed in. */
  repository(): LabelRepository {
    const account = this.#context.accounts.find(this.#address.accountId);
    if (account === undefined) {
      throw notSignedIn();
    }
    return account.repository;
  }

  /** The label, read as freshly as `use` asks for. Throws `FileSystemError`. */
  async fresh(use: AnswerUse): Promise<Label> {
    // Nobody is made to wait, or told, because a tab is shown.
    const reach = use === 'show' ? 'values' : 'all';
    return await this.#answer.take(use, async () => await this.#read(reach));
  }

  /** The calls that come next take what is read from now on, or its failure. */
  async readAhead(): Promise<void> {
    await this.#answer.begin(async () => await this.#read('all'));
  }

  /** The calls that come next may take `label` for fresh. */
  offer(label: Label): void {
    this.#answer.offer(Promise.resolve(label));
  }

  /** The service has it as `label`. */
  remember(label: Label): void {
    this.#newest = ++this.#count;
    this.#remember(label);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #remember(label: Label): void {
    const isAnother =
      this.#label === undefined || labelText(this.#label.record) !== labelText(label.record);
    this.#label = label;
    this.#note(label);
    if (isAnother || this.#isDeleted) {
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
      this.#remember(label);
      return label;
    } catch (error) {
      throw fileSystemErrorFrom(error);
    }
  }

  #known(): Label {
    if (this.#label === undefined || this.#isDeleted) {
      throw labelNotFound();
    }
    return this.#label;
  }
}
