import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import { formBeginningId, type FormBeginning } from './protocol.ts';

/** The script and the style of the label form, as they were built. */
export interface LabelFormAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads what was built for the form, into `folder`. Throws what reading a file throws. */
export async function readLabelFormAssets(folder: string): Promise<LabelFormAssets> {
  const [script, style] = await Promise.all([
    readFile(join(folder, 'main.js'), 'utf8'),
    readFile(join(folder, 'main.css'), 'utf8'),
  ]);
  return { script, style };
}

/**
 * The page of the label form. It may run its own script and use its own style; nothing else. Both are part of
 * it, and what it begins with: files would come through a service worker and a message from another process,
 * which takes longer than the rest of the page.
 */
export function labelFormPage(
  { script, style }: LabelFormAssets,
  beginning: FormBeginning,
): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${textLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${vscode.l10n.t('Label Form')}</title>
<style nonce="${nonce}">
${style}
</style>
<script id="${formBeginningId}" type="application/json">${jsonInPage(beginning)}</script>
</head>
<body>
<script nonce="${nonce}">
${script}
</script>
</body>
</html>`;
}

/** As JSON that does not end the element around it, whatever a label is called. */
function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
