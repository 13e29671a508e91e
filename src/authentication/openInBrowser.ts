import * as vscode from 'vscode';
import { isLoopbackHttp, parseUrl } from '../core/account/baseUrl.ts';

/**
 * Opens a web address in the browser, byte for byte. `vscode.env.openExternal` cannot do that: it takes
 * a `Uri`, which has decoded the address and encodes it otherwise. The command takes a string as it is.
 */
export async function openInBrowser(address: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', await addressForBrowser(address));
}

/** An address on the machine of the extension has another one where the browser runs elsewhere. */
async function addressForBrowser(address: string): Promise<string> {
  const url = parseUrl(address);
  if (url === undefined || !isLoopbackHttp(url)) {
    return address;
  }
  // Without the query, which would be changed along with it.
  const local = vscode.Uri.parse(`${url.origin}${url.pathname}`);
  const external = await vscode.env.asExternalUri(local);
  return external.toString() === local.toString() ? address : `${external.toString()}${url.search}`;
}
