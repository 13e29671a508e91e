import type { SecretMask } from '../core/log/liveSecrets.ts';
import { redact } from '../core/log/redaction.ts';
import type { MadeText } from '../core/text/madeText.ts';
import { markdownCode } from '../core/text/markdownCode.ts';

/** Markdown of the report: our own text, with all else in it as inline code, without secrets. */
export type ReportText = MadeText<'report'>;

/**
 * Makes text of the report: our own `message` with inline code of `values` for its placeholders. A text that does
 * not come from the extension is a value, never part of the message.
 */
export type ReportTextMaker = (message: string, ...values: readonly string[]) => ReportText;

/** Returns a maker of texts without `secrets` and without anything that looks like one. */
export function reportTextMaker(secrets: SecretMask): ReportTextMaker;
export function reportTextMaker(
  secrets: SecretMask,
): (message: string, ...values: readonly string[]) => string {
  return (message, ...values) =>
    message.replaceAll(/\{(\d+)\}/g, (placeholder, index: string) => {
      const value = values[Number(index)];
      return value === undefined ? placeholder : markdownCode(redact(value, secrets));
    });
}

/** Returns a line of such texts: a template without other values. */
export function reportLine(
  strings: TemplateStringsArray,
  ...texts: readonly ReportText[]
): ReportText;
export function reportLine(strings: TemplateStringsArray, ...texts: readonly ReportText[]): string {
  return String.raw({ raw: strings }, ...texts);
}
