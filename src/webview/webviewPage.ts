import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { initialDataId } from './pageProtocol.ts';

/** Built script and style of a page. */
export interface WebviewAssets {
  readonly script: string;
  readonly style: string;
}

/** Content of a page. */
export interface WebviewContent {
  /** Language tag (BCP 47) of its texts. */
  readonly language: string;
  readonly title: string;
  /** Initial data, which the page validates. */
  readonly initialData: unknown;
}

/** Reads the built assets of a page from `folder`. Throws the errors of `readFile`. */
export async function readWebviewAssets(folder: string): Promise<WebviewAssets> {
  const [script, style] = await Promise.all([
    readFile(join(folder, 'main.js'), 'utf8'),
    readFile(join(folder, 'main.css'), 'utf8'),
  ]);
  return { script, style };
}

/**
 * Returns the page of a webview. Its content security policy allows only its own script and style. Both are
 * inlined, like the initial data: files would go through a service worker and another process, which takes
 * longer than the rest of the page.
 */
export function webviewPage(
  { script, style }: WebviewAssets,
  { initialData, language, title }: WebviewContent,
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
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
${style}
</style>
<script id="${initialDataId}" type="application/json">${jsonInPage(initialData)}</script>
</head>
<body>
<script nonce="${nonce}">
${script}
</script>
</body>
</html>`;
}

/** Escapes JSON so that it cannot end the element around it, whatever the label's text. */
function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
