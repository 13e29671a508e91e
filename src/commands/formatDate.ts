import * as vscode from 'vscode';
import { textLanguage } from './textLanguage.ts';

const millisecondsInMinute = 60_000;
const minutesInHour = 60;

/** Formats a date in the display language. */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(textLanguage(), { dateStyle: 'long' }).format(time);
}

/** Returns a date and a time of day in the display language. */
export function formatDateTime(time: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(textLanguage(), format).format(time);
}

/** Returns the age of `time` if it is on the day of `now`, otherwise its time of day. */
export function formatAgeOrTime(time: number, now: number): string {
  const language = textLanguage();
  if (dayOf(time) !== dayOf(now)) {
    return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(time);
  }
  const minutes = Math.max(0, Math.floor((now - time) / millisecondsInMinute));
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (minutes === 0) {
    return format.format(0, 'second');
  }
  return minutes < minutesInHour
    ? format.format(-minutes, 'minute')
    : format.format(-Math.floor(minutes / minutesInHour), 'hour');
}

/** Returns the name of a day relative to `now`. */
export function formatDay(time: number, now: number): string {
  const day = dayOf(time);
  if (day === dayOf(now)) {
    return vscode.l10n.t('Today');
  }
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === dayOf(yesterday.getTime()) ? vscode.l10n.t('Yesterday') : formatDate(time);
}

/** Returns the local day of `time`, as a key that sorts chronologically. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}
