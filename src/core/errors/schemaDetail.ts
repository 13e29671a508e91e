import type * as z from 'zod';

/** Which fields depart from a schema, and how: names of fields only, never their values. */
export function schemaDetail(error: z.ZodError): string {
  const places = error.issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.code : `${path}: ${issue.code}`;
  });
  return places.slice(0, 5).join(', ');
}
