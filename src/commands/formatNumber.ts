import * as vscode from 'vscode';
import { countText as countTextIn, type CountTexts } from '../core/text/countText.ts';
import { formatNumber as formatNumberIn } from '../core/text/formatNumber.ts';

/** A count as the user's language writes it. */
export function formatNumber(count: number): string {
  return formatNumberIn(count, vscode.env.language);
}

/** A count and what it counts, in the plural of the user's language. */
export function countText(count: number, texts: CountTexts): string {
  return countTextIn(count, vscode.env.language, texts);
}
