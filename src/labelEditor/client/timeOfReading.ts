import * as l10n from '@vscode/l10n';
import { element, showPlainText } from '../../webview/client/element.ts';

const secondsOfMinute = 60;
const minutesOfHour = 60;
const updateMilliseconds = 20_000;

/** Age of the label's record, with a refresh button. */
export class TimeOfReading {
  readonly root: HTMLElement;
  readonly #age = element('span');
  /** Time in milliseconds since the epoch. */
  #readAt: number | undefined;

  constructor(refresh: () => void) {
    const button = element('button', { className: 'link' }, l10n.t('Refresh'));
    button.addEventListener('click', refresh);
    this.root = element('span', { className: 'timeOfReading' }, this.#age, ' ', button);
    // Never cleared: this object lives as long as the page.
    setInterval(() => this.#update(), updateMilliseconds);
  }

  /** Shows the age of a label read at `readAt`, in milliseconds since the epoch; undefined if not read yet. */
  show(readAt: number | undefined): void {
    this.#readAt = readAt;
    this.#update();
  }

  #update(): void {
    const text = this.#readAt === undefined ? '' : ageText((Date.now() - this.#readAt) / 1000);
    showPlainText(this.#age, text);
  }
}

function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / secondsOfMinute);
  if (minutes < 1) {
    return l10n.t('Loaded just now');
  }
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang);
  const age =
    minutes < minutesOfHour
      ? format.format(-minutes, 'minute')
      : format.format(-Math.floor(minutes / minutesOfHour), 'hour');
  return l10n.t('Loaded {0}', age);
}
