import type * as z from 'zod/mini';

/** Of how many fields is told. */
const shownFields = 5;

/** Returns the message of `error`, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the names of the fields that do not match a schema, fit to be shown; `JSON` for the whole. */
export function unmatchedFields(error: z.core.$ZodError): string {
  const names = error.issues.map((issue) => placeOf(issue) || 'JSON');
  return Array.from(new Set(names)).slice(0, shownFields).join(', ');
}

/** For the log: returns which fields do not match a schema, and how: their names only, never their values. */
export function schemaDetail(error: z.core.$ZodError): string {
  const places = error.issues.map((issue) => {
    const place = placeOf(issue);
    return place === '' ? issue.code : `${place}: ${issue.code}`;
  });
  return places.slice(0, shownFields).join(', ');
}

/** The field that is meant; empty for the whole. */
function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map(String).join('.');
}
