import { textLanguage } from './textLanguage.ts';

/** A date as the language of the texts writes it. */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(textLanguage(), { dateStyle: 'long' }).format(time);
}
