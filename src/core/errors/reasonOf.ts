import type * as z from 'zod/mini';

/** Returns the message of `error`, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns which fields do not match a schema, and how: their names only, never their values. */
export function schemaDetail(error: z.core.$ZodError): string {
  const places = error.issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.code : `${path}: ${issue.code}`;
  });
  return places.slice(0, 5).join(', ');
}
