import type { AuthenticationSession, CancellationToken, Event } from 'vscode';
import * as z from 'zod/mini';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { isLabelId, type LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { editableValues } from '../core/api/labelFields.ts';
import { withSignalOf } from '../core/async/abort.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { readProposal, type Proposal } from '../core/labels/changes/proposal.ts';
import { readProgramsFilter } from '../core/labels/list/labelFilter.ts';
import { LabelWalk } from '../core/labels/list/labelWalk.ts';
import { largePageSize } from '../core/labels/requestLimits.ts';
import type {
  WorkforceAccount,
  WorkforceApi,
  WorkforceExports,
  WorkforceLabel,
  WorkforceLabelFilter,
  WorkforceProposal,
  WorkforceProposalAnswer,
} from './workforceApi.ts';

/** What is read of the sessions: callers may be JavaScript that no compiler has checked. */
const sessionsSchema = z.array(z.object({ id: z.string(), accessToken: z.string() }));

interface LabelsApiOptions {
  readonly accounts: LabelAccounts;
  /** Whether `token` is the access token that the session of the account has now. */
  readonly isAccessToken: (account: AccountId, token: string) => Promise<boolean>;
  readonly openLabel: (account: AccountId, label: Label) => Promise<void>;
  /** Shows changes to the person, who alone can have them sent. */
  readonly propose: (account: LabelAccount, proposal: Proposal) => Promise<WorkforceProposalAnswer>;
}

/** What the extension exports: the API, by its version. */
export function exportsOf(options: LabelsApiOptions): WorkforceExports {
  const api = new LabelsApi(options);
  return Object.freeze({
    getApi: (version: unknown): WorkforceApi => {
      if (version !== 1) {
        throw new RequestError('This release of Workforce Labels has version 1 of its API alone.');
      }
      return api;
    },
  });
}

/**
 * Version 1 of the API. VS Code does not say who calls. So the caller shows a session that VS Code gave
 * it, which takes the person's consent, and gets an object that stands for the account.
 */
class LabelsApi implements WorkforceApi {
  readonly #options: LabelsApiOptions;
  /** The objects that were handed out: nothing else is accepted as an account. */
  readonly #accountIds = new WeakMap<WorkforceAccount, AccountId>();

  constructor(options: LabelsApiOptions) {
    this.#options = options;
  }

  async accounts(sessions: readonly AuthenticationSession[]): Promise<readonly WorkforceAccount[]> {
    const { accounts, isAccessToken } = this.#options;
    const shown = sessionsSchema.safeParse(sessions);
    if (!shown.success) {
      throw new RequestError('`accounts` takes a list of sessions that VS Code has given you.');
    }
    await accounts.readStoredSessions();
    return await Promise.all(
      shown.data.map(async ({ accessToken, id }) => {
        const account = isAccountId(id) ? accounts.find(id) : undefined;
        if (account === undefined || !(await isAccessToken(account.account.id, accessToken))) {
          throw new RequestError(
            'This is not a present session of VS Code for Workforce. Ask VS Code for it again.',
          );
        }
        const handle = Object.freeze({ id, label: account.label });
        this.#accountIds.set(handle, account.account.id);
        return handle;
      }),
    );
  }

  async *labels(
    account: WorkforceAccount,
    filter: WorkforceLabelFilter = {},
    token?: CancellationToken,
  ): AsyncGenerator<WorkforceLabel, void, undefined> {
    const { repository } = this.#accountOf(account);
    const walk = new LabelWalk(repository, readProgramsFilter(filter), largePageSize);
    assertCancellationToken(token);
    while (walk.hasMore) {
      const entries = await withSignalOf(token, async (signal) => await walk.loadNext(signal));
      for (const entry of entries) {
        if (entry.kind === 'label') {
          yield publicLabel(entry.label);
        }
      }
    }
  }

  async label(
    account: WorkforceAccount,
    id: string,
    token?: CancellationToken,
  ): Promise<WorkforceLabel | undefined> {
    const { repository } = this.#accountOf(account);
    const labelId = labelIdOf(id);
    assertCancellationToken(token);
    const found = await withSignalOf(
      token,
      async (signal) => await repository.findAmongAll(labelId, signal),
    );
    return found === undefined ? undefined : publicLabel(found);
  }

  async openLabel(account: WorkforceAccount, id: string): Promise<void> {
    const { account: owner, repository } = this.#accountOf(account);
    const found = await repository.findAmongAll(labelIdOf(id));
    if (found === undefined) {
      throw new RequestError('The account has no label with this id.');
    }
    await this.#options.openLabel(owner.id, found);
  }

  async proposeChanges(
    account: WorkforceAccount,
    proposal: WorkforceProposal,
  ): Promise<WorkforceProposalAnswer> {
    return await this.#options.propose(this.#accountOf(account), readProposal(proposal));
  }

  onDidChangeLabels(account: WorkforceAccount): Event<WorkforceLabel> {
    const { repository } = this.#accountOf(account);
    return (listener, thisArgs: unknown, disposables) => {
      if (typeof listener !== 'function' || !Array.isArray(disposables ?? [])) {
        throw new RequestError('`onDidChangeLabels` gives an event, which takes a function.');
      }
      const subscription = repository.onDidChangeLabel((label) =>
        listener.call(thisArgs, publicLabel(label)),
      );
      disposables?.push(subscription);
      return subscription;
    };
  }

  #accountOf(handle: WorkforceAccount): LabelAccount {
    const id = this.#accountIds.get(handle);
    if (id === undefined) {
      throw new RequestError('This is not an account that `accounts` has returned.');
    }
    const account = this.#options.accounts.find(id);
    if (account?.state !== 'signedIn') {
      throw new SessionExpiredError(id);
    }
    return account;
  }
}

function labelIdOf(id: unknown): LabelId {
  if (typeof id !== 'string' || !isLabelId(id)) {
    throw new RequestError('The id of a label is a text that is not empty.');
  }
  return id;
}

function publicLabel(label: Label): WorkforceLabel {
  return Object.freeze({ id: label.id, ...editableValues(label) });
}

/** Programs may hand over anything. Throws `RequestError`. */
function assertCancellationToken(token: unknown): void {
  if (token !== undefined && !isCancellationToken(token)) {
    throw new RequestError('This is not a cancellation token of VS Code.');
  }
}

function isCancellationToken(value: unknown): value is CancellationToken {
  return (
    typeof value === 'object' &&
    value !== null &&
    'isCancellationRequested' in value &&
    typeof value.isCancellationRequested === 'boolean' &&
    'onCancellationRequested' in value &&
    typeof value.onCancellationRequested === 'function'
  );
}
