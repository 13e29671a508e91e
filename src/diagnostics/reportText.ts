import type { SecretMask } from '../core/log/liveSecrets.ts';
import { redact } from '../core/log/redaction.ts';
import type { MadeText } from '../core/text/madeText.ts';
import { markdownCode } from '../core/text/markdownCode.ts';

/** Markdown of the report without secrets: the extension's own text, and all other text as inline code. */
export type ReportText = MadeText<'report'>;

/**
 * Creates text of the report: the extension's own `message`, with `values` as inline code in its
 * placeholders. External text must be passed as a value, never as part of the message.
 */
export type ReportTextMaker = (message: string, ...values: readonly string[]) => ReportText;

/** Returns a maker of texts that masks `secrets` and anything that looks like a secret. */
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

/** Template tag: joins texts of the report into a line. */
export function reportLine(
  strings: TemplateStringsArray,
  ...texts: readonly ReportText[]
): ReportText;
export function reportLine(strings: TemplateStringsArray, ...texts: readonly ReportText[]): string {
  return String.raw({ raw: strings }, ...texts);
}
