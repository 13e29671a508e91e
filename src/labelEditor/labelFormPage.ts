import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';

/** Where the built form is, below the extension's folder. */
export function labelFormFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'labelForm');
}

/** The page of the label form. It may run its own script and use its own style; nothing else. */
export function labelFormPage(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const folder = labelFormFolder(extensionUri);
  const script = webview.asWebviewUri(vscode.Uri.joinPath(folder, 'main.js')).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(folder, 'main.css')).toString();
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
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
<link rel="stylesheet" href="${style}">
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
