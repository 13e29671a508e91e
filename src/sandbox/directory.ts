/** A tenant of the sandbox. */
interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** A user of the sandbox, with the ids of the user's tenants. */
interface User {
  readonly id: string;
  readonly name: string;
  readonly tenantIds: ReadonlySet<string>;
}

/** The tenants and users of the sandbox. */
export interface Directory {
  readonly tenants: readonly Tenant[];
  readonly users: readonly User[];
}

const tenantNames: readonly Tenant[] = [
  { id: 'acme-europe', name: 'Acme Europe' },
  { id: 'acme-asia', name: 'Acme Asia' },
  { id: 'globex-retail', name: 'Globex Retail' },
  { id: 'initech-services', name: 'Initech Services' },
  { id: 'umbrella-logistics', name: 'Umbrella Logistics' },
];

const userNames = [
  { id: 'hr-administrator', name: 'HR administrator' },
  { id: 'payroll-integrator', name: 'Payroll integrator' },
  { id: 'people-partner', name: 'People partner' },
  { id: 'time-keeper', name: 'Time keeper' },
] as const;

/** Creates tenants and users. If there are several users, the last one does not belong to the last tenant. */
export function createDirectory(tenantCount: number, userCount: number): Directory {
  const tenants = Array.from(
    { length: tenantCount },
    (_, index): Tenant =>
      tenantNames[index] ?? { id: `tenant-${index + 1}`, name: `Tenant ${index + 1}` },
  );
  const all = new Set(tenants.map((tenant) => tenant.id));
  const fewer = new Set(tenants.slice(0, Math.max(1, tenantCount - 1)).map((tenant) => tenant.id));
  const users = Array.from({ length: userCount }, (_, index): User => {
    const named = userNames[index] ?? { id: `user-${index + 1}`, name: `User ${index + 1}` };
    return { ...named, tenantIds: index > 0 && index === userCount - 1 ? fewer : all };
  });
  return { tenants, users };
}
