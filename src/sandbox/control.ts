import type { Approval } from './grants.ts';
import type { TokenCall } from './journal.ts';
import type { LabelChanges, LabelRecord } from './labelRecord.ts';
import type { ChangeableOptions, SandboxOptions } from './options.ts';
import type { Service } from './service.ts';

/** Whose refresh tokens; an absent id stands for all. */
interface RefreshTokenSelection {
  readonly tenantId?: string | undefined;
  readonly userId?: string | undefined;
}

/** Looks at a sandbox and steers it, past its HTTP interface; for tests. */
export interface SandboxControl {
  /** The options as they are now. */
  options(): Readonly<SandboxOptions>;
  /** Changes options at run time; throws a `ZodError` on a value that does not fit. */
  setOption(changes: ChangeableOptions): void;
  tenantIds(): readonly string[];
  userIds(): readonly string[];
  /** Copies of the tenant's records in the service's order; throws a `RangeError` without it. */
  labels(tenantId: string): LabelRecord[];
  /** Changes a label as another client would; `undefined` where there is no such id. */
  updateLabel(tenantId: string, id: string, changes: LabelChanges): LabelRecord | undefined;
  /** The requests to the token endpoint so far, without secrets. */
  tokenCalls(): readonly TokenCall[];
  /** How many requests each endpoint got so far, such as `GET /api/v2/label/list`. */
  requests(): Readonly<Record<string, number>>;
  /** Makes all access tokens issued so far invalid. */
  expireAccessTokens(): void;
  /** Revokes refresh tokens, by default all. */
  revokeRefreshTokens(selection?: RefreshTokenSelection): void;
}

/** The control of a running sandbox. */
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
    updateLabel: (tenantId, id, changes) => {
      checkTenant(tenantId);
      return structuredClone(labels.update(tenantId, id, changes));
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
