import { LazyValue } from '../core/async/lazyValue.ts';
import { RequestError } from '../core/errors/requestError.ts';
import type { LabelsApi, LabelsApiOptions } from './labelsApi.ts';
import { unknownAccount } from './unknownAccount.ts';
import type { WorkforceApi, WorkforceExports } from './workforceApi.ts';

/** What the extension exports: the API, by its version. What is behind it is loaded when it is first called. */
export function workforceExports(options: LabelsApiOptions): WorkforceExports {
  const api = lazyApi(options);
  return Object.freeze({
    getApi: (version: unknown): WorkforceApi => {
      if (version !== 1) {
        throw new RequestError('This release of Workforce Labels has version 1 of its API alone.');
      }
      return api;
    },
  });
}

function lazyApi(options: LabelsApiOptions): WorkforceApi {
  let loaded: LabelsApi | undefined;
  const api = new LazyValue(async () => {
    const { LabelsApi } = await import('./labelsApi.ts');
    loaded = new LabelsApi(options);
    return loaded;
  });
  return Object.freeze<WorkforceApi>({
    accounts: async (sessions) => await (await api.get()).accounts(sessions),
    async *labels(account, filter, token) {
      yield* (await api.get()).labels(account, filter, token);
    },
    label: async (account, id, token) => await (await api.get()).label(account, id, token),
    openLabel: async (account, id) => await (await api.get()).openLabel(account, id),
    proposeChanges: async (account, proposal) =>
      await (await api.get()).proposeChanges(account, proposal),
    onDidChangeLabels: (account) => {
      if (loaded === undefined) {
        // `accounts` would have loaded it.
        throw unknownAccount();
      }
      return loaded.onDidChangeLabels(account);
    },
  });
}
