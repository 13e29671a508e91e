import type { CancellationToken } from 'vscode';
import * as z from 'zod/mini';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { isAccountId, type AccountId } from '../core/account/account.ts';
import { isLabelId, type LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import { editableValues } from '../core/api/labelFields.ts';
import { withSignalOf } from '../core/async/abort.ts';
import { isKnownError } from '../core/errors/knownError.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { readProposal, type Proposal } from '../core/labels/changes/plan/proposal.ts';
import { readProgramsFilter } from '../core/labels/list/labelFilter.ts';
import { LabelWalk } from '../core/labels/list/labelWalk.ts';
import { largePageSize } from '../core/labels/requestLimits.ts';
import type {
  WorkforceAccount,
  WorkforceApi,
  WorkforceExports,
  WorkforceLabel,
  WorkforceProposalAnswer,
} from './workforceApi.ts';

/** Session properties that the API reads; validated, as callers may be untyped JavaScript. */
const sessionsSchema = z.array(z.object({ id: z.string(), accessToken: z.string() }));

interface LabelsApiOptions {
  readonly accounts: LabelAccounts;
  /** Returns whether `token` is the current access token of the account's session. */
  readonly isAccessToken: (account: AccountId, token: string) => Promise<boolean>;
  readonly openLabel: (account: AccountId, label: Label) => Promise<void>;
  /** Shows changes to the user. Only the user can send them. */
  readonly propose: (account: LabelAccount, proposal: Proposal) => Promise<WorkforceProposalAnswer>;
}

/** Returns the exports of the extension: one API per version. */
export function createExports(options: LabelsApiOptions): WorkforceExports {
  /** Account objects given to callers; no other objects are accepted as accounts. */
  const accountIds = new WeakMap<WorkforceAccount, AccountId>();
  const getApi = (version: unknown): WorkforceApi => {
    if (version !== 1) {
      throw publicError(
        new RequestError('This release of Workforce Labels has version 1 of its API alone.'),
      );
    }
    return createLabelsApi(options, accountIds);
  };
  return Object.freeze({ getApi: Object.freeze(getApi) });
}

/**
 * Creates version 1 of the API for one caller. VS Code does not identify callers, so each caller passes a
 * session, which VS Code gives out only with the user's consent, and gets an object for its account. Callers
 * share no objects, so a caller that modifies an object affects no other caller.
 */
function createLabelsApi(
  { accounts, isAccessToken, openLabel, propose }: LabelsApiOptions,
  accountIds: WeakMap<WorkforceAccount, AccountId>,
): WorkforceApi {
  const accountOf = (handle: WorkforceAccount): LabelAccount => {
    const id = accountIds.get(handle);
    if (id === undefined) {
      throw new RequestError('This is not an account that `accounts` has returned.');
    }
    const account = accounts.find(id);
    if (account?.state !== 'signedIn') {
      throw new SessionExpiredError(id);
    }
    return account;
  };

  const accountOfSession = async (id: string, accessToken: string): Promise<WorkforceAccount> => {
    const account = isAccountId(id) ? accounts.find(id) : undefined;
    if (account === undefined || !(await isAccessToken(account.account.id, accessToken))) {
      throw new RequestError(
        'This is not a present session of VS Code for Workforce. Ask VS Code for it again.',
      );
    }
    const handle = Object.freeze({ id, label: account.label });
    accountIds.set(handle, account.account.id);
    return handle;
  };

  const accountOrPublicError = (handle: WorkforceAccount): LabelAccount => {
    try {
      return accountOf(handle);
    } catch (error) {
      throw publicError(error);
    }
  };

  return Object.freeze<WorkforceApi>({
    accounts: async (sessions) =>
      await withPublicErrors(async () => {
        const shown = sessionsSchema.safeParse(sessions);
        if (!shown.success) {
          throw new RequestError('`accounts` takes a list of sessions that VS Code has given you.');
        }
        await accounts.readStoredSessions();
        return Object.freeze(
          await Promise.all(
            shown.data.map(async ({ accessToken, id }) => await accountOfSession(id, accessToken)),
          ),
        );
      }),

    labels: async function* labels(account, filter = {}, token) {
      const walk = await withPublicErrors(() => {
        const { repository } = accountOf(account);
        assertCancellationToken(token);
        return new LabelWalk(repository, readProgramsFilter(filter), largePageSize);
      });
      while (walk.hasMore) {
        const entries = await withPublicErrors(
          async () => await withSignalOf(token, async (signal) => await walk.loadNext(signal)),
        );
        for (const entry of entries) {
          if (entry.kind === 'label') {
            yield publicLabel(entry.label);
          }
        }
      }
    },

    label: async (account, id, token) =>
      await withPublicErrors(async () => {
        const { repository } = accountOf(account);
        const labelId = labelIdOf(id);
        assertCancellationToken(token);
        const found = await withSignalOf(
          token,
          async (signal) => await repository.findAmongAll(labelId, [], signal),
        );
        return found === undefined ? undefined : publicLabel(found);
      }),

    openLabel: async (account, id) =>
      await withPublicErrors(async () => {
        const { account: owner, repository } = accountOf(account);
        const found = await repository.findAmongAll(labelIdOf(id), []);
        if (found === undefined) {
          throw new RequestError('The account has no label with this id.');
        }
        await openLabel(owner.id, found);
      }),

    proposeChanges: async (account, proposal) =>
      await withPublicErrors(async () => {
        const { missing, shown, unchanged } = await propose(
          accountOf(account),
          readProposal(proposal),
        );
        return Object.freeze({ shown, unchanged, missing: Object.freeze([...missing]) });
      }),

    onDidChangeLabels: (account) => {
      const { repository } = accountOrPublicError(account);
      return (listener, thisArgs: unknown, disposables) => {
        if (typeof listener !== 'function' || !Array.isArray(disposables ?? [])) {
          throw publicError(
            new RequestError('`onDidChangeLabels` gives an event, which takes a function.'),
          );
        }
        const subscription = repository.onDidChangeLabel((label) =>
          listener.call(thisArgs, publicLabel(label)),
        );
        disposables?.push(subscription);
        return subscription;
      };
    },
  });
}

/** Returns the result of `work`. Throws its errors as plain errors for API callers. */
async function withPublicErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw publicError(error);
  }
}

/**
 * Returns a plain error for a known `error`, whose class the whole extension shares; returns any other
 * `error` unchanged.
 */
function publicError(error: unknown): unknown {
  return isKnownError(error)
    ? Object.assign(new Error(error.message), { name: error.name, code: error.code })
    : error;
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

/** Throws `RequestError` unless `token` is undefined or a cancellation token, as callers may pass anything. */
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
