import { isLabelId, type LabelId } from './labelAddress.ts';
import { isReadable, readLinkParameters } from './linkParameters.ts';

/** A link to one label, or to the labels that match a text, in an account of a connection. */
export type LabelLink =
  | { readonly kind: 'label'; readonly account: LinkedAccount; readonly id: LabelId }
  | { readonly kind: 'labels'; readonly account: LinkedAccount; readonly q: string };

/** Accounts that a link refers to. */
export interface LinkedAccount {
  /** Name of a connection. */
  readonly connection: string;
  /** Tenant in which label ids are unique; undefined if the link omits it. */
  readonly tenant: string | undefined;
}

/** Query parameter of each kind of link, in addition to those of the account. The kind is also the path of the link. */
const ownParameters = { label: 'id', labels: 'q' } as const satisfies Record<
  LabelLink['kind'],
  string
>;

/** Returns path and query of a link; undefined if `parseLabelLink` would reject it. */
export function formatLabelLink(link: LabelLink): string | undefined {
  const { connection, tenant } = link.account;
  const parameters = Object.entries({
    connection,
    ...(tenant === undefined ? {} : { tenant }),
    [ownParameters[link.kind]]: link.kind === 'label' ? link.id : link.q,
  });
  const query = parameters.map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return parameters.every(([, value]) => isReadable(value))
    ? `/${link.kind}?${query.join('&')}`
    : undefined;
}

/**
 * Parses path and query of a link. Any web page or program can open one, so everything except the order must be
 * as `formatLabelLink` writes it; otherwise returns undefined. `isDecoded`: VS Code has already decoded the
 * query.
 */
export function parseLabelLink(
  path: string,
  query: string,
  isDecoded: boolean,
): LabelLink | undefined {
  const kind = path.slice(1);
  if (!path.startsWith('/') || !isKind(kind)) {
    return undefined;
  }
  const values = readLinkParameters(query, isDecoded);
  const allowed = new Set<string>(['connection', 'tenant', ownParameters[kind]]);
  const connection = values?.get('connection');
  const own = values?.get(ownParameters[kind]);
  if (
    values === undefined ||
    connection === undefined ||
    own === undefined ||
    Array.from(values.keys()).some((name) => !allowed.has(name))
  ) {
    return undefined;
  }
  const account = { connection, tenant: values.get('tenant') };
  if (kind === 'labels') {
    return { kind, account, q: own };
  }
  return isLabelId(own) ? { kind, account, id: own } : undefined;
}

function isKind(text: string): text is LabelLink['kind'] {
  return Object.hasOwn(ownParameters, text);
}
