/** Date and time with an offset from UTC (RFC 3339, section 5.6), whose colon some services omit. */
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Formats a time sent by a service in the time zone of this machine, whose name is included, and in
 * `language` (BCP 47); returns undefined for another `value`, such as a time without an offset.
 */
export function localTime(value: unknown, language: string): string | undefined {
  const time = typeof value === 'string' && instant.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time)
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' }).format(time);
}
