import * as vscode from 'vscode';
import { isLoopbackHttp, parseUrl } from '../core/account/baseUrl.ts';

/**
 * Undocumented form of `vscode.env`: its `openExternal` also accepts a string and opens it unchanged. A `Uri`
 * decodes the address and encodes it differently.
 */
interface ExternalOpener {
  openExternal(target: vscode.Uri | string): Thenable<boolean>;
}

/** Opens a web address in the browser, unchanged. Returns false if the user or the system refused. */
export async function openInBrowser(address: string): Promise<boolean> {
  const forwarded = await forwardedAddress(address);
  if (forwarded !== undefined) {
    // `openExternal` would forward the address a second time. VS Code opens addresses of this machine without
    // asking.
    await vscode.commands.executeCommand('vscode.open', forwarded);
    return true;
  }
  const opener: ExternalOpener = vscode.env;
  return await opener.openExternal(address);
}

/**
 * Returns the forwarded address of `address` on the extension's machine; undefined if forwarding is not
 * needed.
 */
async function forwardedAddress(address: string): Promise<string | undefined> {
  const url = parseUrl(address);
  if (url === undefined || !isLoopbackHttp(url)) {
    return undefined;
  }
  // Forward without the query, which `asExternalUri` would change.
  const local = vscode.Uri.parse(`${url.origin}${url.pathname}`);
  const external = await vscode.env.asExternalUri(local);
  return external.toString() === local.toString()
    ? undefined
    : `${external.toString()}${url.search}`;
}
