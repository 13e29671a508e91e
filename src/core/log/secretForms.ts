const replacement = '•••';

/** Forms in which a server may repeat `secret`: unchanged, or encoded for a URL, a form or JSON. */
export function formsOf(secret: string): readonly string[] {
  const encoded = [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
  ];
  const lowerCase = encoded.map((form) =>
    form.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  );
  const forms = [secret, ...encoded, ...lowerCase, JSON.stringify(secret).slice(1, -1)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Sorts the longest first: if one secret starts with another, no part of it must be left. */
export function longestFirst(forms: readonly string[]): readonly string[] {
  return forms.toSorted((a, b) => b.length - a.length);
}

/** Returns `text` without `forms`, which are replaced in their order. */
export function withoutForms(text: string, forms: readonly string[]): string {
  let result = text;
  for (const form of forms) {
    // Most texts have none, which this finds out without a copy.
    if (result.includes(form)) {
      result = result.replaceAll(form, replacement);
    }
  }
  return result;
}
