import { isLabelId, type LabelId } from './labelAddress.ts';

/** A link to one label, or to the labels that a text finds, in an account of a connection. */
export type LabelLink =
  | { readonly kind: 'label'; readonly account: LinkedAccount; readonly id: LabelId }
  | { readonly kind: 'labels'; readonly account: LinkedAccount; readonly q: string };

/** Which accounts a link is about. */
export interface LinkedAccount {
  /** Name of a connection. */
  readonly connection: string;
  /** Tenant in which label ids are unique; undefined if the link leaves it open. */
  readonly tenant: string | undefined;
}

/** Nothing that a link names is longer; what is could not be read by the person either. In UTF-16 units. */
const maximumLength = 200;

/** What can deceive the reader of a message, or has no business in a name. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u;

/** The parameter of each kind of link besides the account; also the path of the kind. */
const ownParameters = { label: 'id', labels: 'q' } as const satisfies Record<
  LabelLink['kind'],
  string
>;

/** Returns path and query of the address of `link`; undefined if `readLabelLink` would refuse it. */
export function labelLinkAddress(link: LabelLink): string | undefined {
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
 * Reads path and query of an address that VS Code was asked to open: by any web page or program, so
 * everything must be as `labelLinkAddress` writes it, but for the order. Undefined if it is not.
 * `isDecoded`: VS Code has decoded the query.
 */
export function readLabelLink(
  path: string,
  query: string,
  isDecoded: boolean,
): LabelLink | undefined {
  const kind = path.slice(1);
  if (!path.startsWith('/') || !isKind(kind)) {
    return undefined;
  }
  const parameters = isDecoded ? decodedParameters(query) : [...new URLSearchParams(query)];
  const values = new Map(parameters);
  const allowed = new Set<string>(['connection', 'tenant', ownParameters[kind]]);
  if (
    values.size !== parameters.length ||
    parameters.some(([name, value]) => !allowed.has(name) || !isReadable(value))
  ) {
    return undefined;
  }
  const connection = values.get('connection');
  const own = values.get(ownParameters[kind]);
  if (connection === undefined || own === undefined) {
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

function isReadable(value: string): boolean {
  return value.trim() !== '' && value.length <= maximumLength && !unprintable.test(value);
}

/** An ampersand is taken for one between two parameters only where the name of one follows it. */
function decodedParameters(query: string): [string, string][] {
  return query.split(/&(?=\w+=)/).map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return [name, value.join('=')];
  });
}
