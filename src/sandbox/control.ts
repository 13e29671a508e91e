import type { Approval } from './grants.ts';
import type { LabelUpdate } from './labelHistory.ts';
import type { LabelChanges, LabelRecord } from './labelRecord.ts';
import type { ChangeableOptions, SandboxOptions } from './options.ts';
import type { TokenCall } from './requestJournal.ts';
import type { Service } from './service.ts';

/** Selects refresh tokens by tenant and user; a missing id matches all. */
interface RefreshTokenSelection {
  readonly tenantId?: string | undefined;
  readonly userId?: string | undefined;
}

/** In-process inspection and control of a sandbox for tests, bypassing its HTTP interface. */
export interface SandboxControl {
  /** Returns the current options. */
  options(): Readonly<SandboxOptions>;
  /** Changes options at run time. Throws a `$ZodError` for an invalid value. */
  setOption(changes: ChangeableOptions): void;
  tenantIds(): readonly string[];
  userIds(): readonly string[];
  /**
   * Returns copies of the tenant's records, in the order of the service. Throws a `RangeError` if there is no
   * such tenant.
   */
  labels(tenantId: string): LabelRecord[];
  /** Changes a label as another user would. Returns `undefined` if there is no label with this id. */
  updateLabel(
    tenantId: string,
    id: string,
    changes: LabelChanges,
    userId?: string,
  ): LabelRecord | undefined;
  /**
   * Returns the applied updates, oldest first, of all labels of a tenant or of one label; includes at least
   * the latest 50,000.
   */
  labelHistory(tenantId: string, id?: string): readonly LabelUpdate[];
  /** Returns the requests to the token endpoint so far, without secrets. */
  tokenCalls(): readonly TokenCall[];
  /** Returns the number of requests so far, by endpoint such as `GET /api/v2/label/list`. */
  requests(): Readonly<Record<string, number>>;
  /** Invalidates all access tokens issued so far. */
  expireAccessTokens(): void;
  /** Revokes the selected refresh tokens; by default, all. */
  revokeRefreshTokens(selection?: RefreshTokenSelection): void;
}

/** Creates the control of a running sandbox. */
export function createControl(service: Service): SandboxControl {
  const { directory, grants, journal, labels, options } = service;
  const checkTenant = (tenantId: string): void => {
    if (!directory.tenants.some(({ id }) => id === tenantId)) {
      throw new RangeError(`The sandbox has no tenant ${tenantId}.`);
    }
  };
  return {
    options: () => options.current,
    setOption: (changes) => {
      options.change(changes);
    },
    tenantIds: () => directory.tenants.map(({ id }) => id),
    userIds: () => directory.users.map(({ id }) => id),
    labels: (tenantId) => {
      checkTenant(tenantId);
      return structuredClone([...labels.all(tenantId)]);
    },
    updateLabel: (tenantId, id, changes, userId = 'another-user') => {
      checkTenant(tenantId);
      return structuredClone(labels.update(tenantId, id, changes, { userId }));
    },
    labelHistory: (tenantId, id) => {
      checkTenant(tenantId);
      return labels.history.updates(tenantId, id);
    },
    tokenCalls: () => journal.tokenCalls(),
    requests: () => journal.requests(),
    expireAccessTokens: () => {
      grants.expireAccessTokens();
    },
    revokeRefreshTokens: ({ tenantId, userId } = {}) => {
      grants.revokeRefreshTokens(
        (approval: Approval) =>
          (tenantId === undefined || approval.tenantId === tenantId) &&
          (userId === undefined || approval.userId === userId),
      );
    },
  };
}
