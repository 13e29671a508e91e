import { partsFromDifferences } from '../core/text/differingParts.ts';
import { surfaces } from '../core/text/surfaces.ts';
import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';
import { comparedText, lookOf } from '../core/text/visibleText.ts';

/** Makes text for the page of a webview, which shows line breaks. */
export function pageText(text: string): SurfaceText<'form'> {
  return surfaceText('form', text.split(/\r\n|\r|\n/));
}

/** Length of the text shown from a difference on: short enough to fit on the page even if all of it is escaped. */
const shownFromDifference = 1000;

/**
 * Makes the text of a value that the page of a webview shows next to `others`. If a different value would
 * look the same because both are truncated, the text consists of the parts from their differences on.
 */
export function comparedPageText(value: string, others: readonly string[]): SurfaceText<'form'> {
  const text = wholePageText(value, others);
  if (text.length < surfaces.form.longest) {
    return text;
  }
  const look = lookOf(text);
  const alike = [...new Set(others)].filter(
    (other) => other !== value && lookOf(wholePageText(other, [value, ...others])) === look,
  );
  return alike.length === 0 ? text : differingPageText(value, alike);
}

function wholePageText(value: string, others: readonly string[]): SurfaceText<'form'> {
  return surfaceText('form', [comparedText(value, others)]);
}

function differingPageText(value: string, others: readonly string[]): SurfaceText<'form'> {
  const [own, ...ofOthers] = partsFromDifferences([value, ...others], shownFromDifference);
  const texts = own?.parts.map((part, index) =>
    comparedText(
      part,
      ofOthers.map(({ parts }) => parts[index] ?? ''),
    ),
  );
  const shown = texts?.filter((text) => text !== '').join('…') ?? '';
  return surfaceText('form', [`…${shown}${own?.isContinued === true ? '…' : ''}`]);
}
