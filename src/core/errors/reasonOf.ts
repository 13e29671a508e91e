import type * as z from 'zod/mini';

/** Maximum number of fields listed. */
const shownFields = 5;

/** Returns the message of `error`, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the names of the fields that do not match a schema, for display; `JSON` if the whole value does not
 * match.
 */
export function unmatchedFields(error: z.core.$ZodError): string {
  const names = error.issues.map((issue) => placeOf(issue) || 'JSON');
  return Array.from(new Set(names)).slice(0, shownFields).join(', ');
}

/** Describes a schema mismatch for the log: names and problems of the fields, never their values. */
export function schemaDetail(error: z.core.$ZodError): string {
  const places = error.issues.map((issue) => {
    const place = placeOf(issue);
    return place === '' ? issue.code : `${place}: ${issue.code}`;
  });
  return places.slice(0, shownFields).join(', ');
}

/** Path of the field; empty for the root. */
function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map(String).join('.');
}
