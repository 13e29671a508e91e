import * as vscode from 'vscode';
import { formatNumber as formatNumberIn } from '../core/text/formatNumber.ts';

/** A count as the user's language writes it. */
export function formatNumber(count: number): string {
  return formatNumberIn(count, vscode.env.language);
}
