/** Maximum number of seconds; a greater number is reduced to it (RFC 9111, section 1.2.2). */
const maximumSeconds = 2 ** 31;

/**
 * Returns `Retry-After` (RFC 9110, section 10.2.3) in seconds; undefined unless it is a number or a date. A
 * date is relative to the time at which the service sent the response, or to `now` (wall-clock time in
 * milliseconds) if unknown.
 */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) {
    return Math.min(Number(value), maximumSeconds);
  }
  const moment = parseHttpDate(value);
  if (moment === undefined) {
    return undefined;
  }
  return Math.max(0, Math.ceil((moment - sentAt(headers, now)) / 1000));
}

/** Time at which the service sent a response, by its own clock if given: wall-clock time in milliseconds. */
export function sentAt(headers: Headers, now = Date.now()): number {
  return parseHttpDate(headers.get('date') ?? '') ?? now;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Forms of an HTTP date, the last two of which are obsolete (RFC 9110, section 5.6.7). */
const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** Parses an HTTP date as wall-clock time in milliseconds; undefined if it is not one. */
export function parseHttpDate(text: string): number | undefined {
  const {
    day = '',
    month = '',
    year = '',
    time = '',
  } = httpDates.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined) ?? {};
  const isoMonth = String(months.indexOf(month) + 1).padStart(2, '0');
  // Two digits mean a year from 1970 to 2069.
  const isoYear = year.length === 2 ? (Number(year) < 70 ? `20${year}` : `19${year}`) : year;
  const isoDay = day.trim().padStart(2, '0');
  const iso = `${isoYear}-${isoMonth}-${isoDay}T${time}.000Z`;
  const moment = Date.parse(iso);
  // Some parsers read February 31 as March 3.
  return Number.isNaN(moment) || new Date(moment).toISOString() !== iso ? undefined : moment;
}
