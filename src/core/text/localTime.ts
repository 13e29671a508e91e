/** Date and time with a distance from UTC (RFC 3339, section 5.6), which services also write without its colon. */
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Returns a time of a service in the time zone of this machine, which it names, in `language` (BCP 47); undefined if
 * `value` is something else, such as a time of an unknown zone.
 */
export function localTime(value: unknown, language: string): string | undefined {
  const time = typeof value === 'string' && instant.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time)
    ? undefined
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' }).format(time);
}
