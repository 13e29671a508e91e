import * as vscode from 'vscode';
import { isLoopbackHttp, parseUrl } from '../core/account/baseUrl.ts';

/**
 * The undocumented form of `vscode.env`: `openExternal` also takes a string, which it opens unchanged. A `Uri`
 * decodes the address and encodes it differently.
 */
interface ExternalOpener {
  openExternal(target: vscode.Uri | string): Thenable<boolean>;
}

/** Opens a web address in the browser, unchanged; false if the user or the system has refused. */
export async function openInBrowser(address: string): Promise<boolean> {
  const forwarded = await forwardedAddress(address);
  if (forwarded !== undefined) {
    // `openExternal` would forward it once more. VS Code asks nothing about addresses of this machine.
    await vscode.commands.executeCommand('vscode.open', forwarded);
    return true;
  }
  const opener: ExternalOpener = vscode.env;
  return await opener.openExternal(address);
}

/**
 * Returns the forwarded address of `address`, which is on the machine of the extension; undefined if it is the
 * same.
 */
async function forwardedAddress(address: string): Promise<string | undefined> {
  const url = parseUrl(address);
  if (url === undefined || !isLoopbackHttp(url)) {
    return undefined;
  }
  // Without the query, which would be changed along with it.
  const local = vscode.Uri.parse(`${url.origin}${url.pathname}`);
  const external = await vscode.env.asExternalUri(local);
  return external.toString() === local.toString()
    ? undefined
    : `${external.toString()}${url.search}`;
}
