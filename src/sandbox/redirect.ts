/** Parameters that a redirect adds to the query of its target; undefined ones are omitted. */
export interface RedirectParameters {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly state?: string | undefined;
}

/** Returns the address with `parameters` appended to its query; the rest stays unchanged. */
export function addToQuery(address: string, parameters: RedirectParameters): string {
  const added = new URLSearchParams();
  for (const name of ['code', 'error', 'state'] as const) {
    const value = parameters[name];
    if (value !== undefined) {
      added.set(name, value);
    }
  }
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${added.toString()}`;
}

/** A parameter that must occur at most once (RFC 6749, section 3.1). */
export type SingleParameter =
  | { readonly kind: 'absent' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'value'; readonly value: string };

/** Reads a parameter; an empty value counts as absent (RFC 6749, section 3.1). */
export function singleParameter(parameters: URLSearchParams, name: string): SingleParameter {
  const [value, ...further] = parameters.getAll(name);
  if (further.length > 0) {
    return { kind: 'repeated' };
  }
  return value === undefined || value === '' ? { kind: 'absent' } : { kind: 'value', value };
}
