import { createServer, request as sendRequest } from 'node:http';
import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { isSystemError } from '../core/errors/systemError.ts';

/** Where to listen on this machine. */
export interface ListenerAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/** By what a listener in one window is known to the others. */
const serverName = 'Workforce Labels';

/**
 * Listens on loopback for the redirect (RFC 8252, section 7.3), for the time of one sign-in; `onCallback`
 * gets its address. Throws `ConfigurationError` if the port is taken.
 */
export async function listenForRedirect(
  address: ListenerAddress,
  onCallback: (callback: string) => void,
): Promise<Disposable> {
  const { host, path, port } = address;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const server = createServer((request, response) => {
    response.setHeader('server', serverName);
    const url = URL.parse(request.url ?? '/', origin);
    if (request.method !== 'GET' || url?.pathname !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    response.end(page());
    onCallback(url.href);
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    throw new ConfigurationError(await problemOf(address, error), 'openSettings', { cause: error });
  }
  return {
    dispose: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** Returns a sentence that says why `address` cannot be listened on. */
async function problemOf(address: ListenerAddress, error: unknown): Promise<string> {
  const { port } = address;
  if (!(isSystemError(error) && error.code === 'EADDRINUSE')) {
    return vscode.l10n.t(
      'Port {0} of the redirect URI cannot be used ({1}). Register another port.',
      port,
      reasonOf(error),
    );
  }
  return (await isOtherWindow(address))
    ? vscode.l10n.t(
        'A sign-in in another window waits on port {0} of the redirect URI. Finish or cancel it there, and sign in again.',
        port,
      )
    : vscode.l10n.t(
        'Port {0} of the redirect URI is used by another program. Close it, or register another port.',
        port,
      );
}

/** Asks who listens at `address`; a listener of another window does not take that for a callback. */
async function isOtherWindow({ host, port }: ListenerAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = sendRequest({ host, port, method: 'HEAD', timeout: 2000 }, (response) => {
    response.resume();
    resolve(response.headers['server'] === serverName);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  request.end();
  return await promise;
}

function page(): string {
  const title = escapeHtml(vscode.l10n.t('You can close this page'));
  const text = escapeHtml(
    vscode.l10n.t('Go back to Visual Studio Code to see whether the sign-in succeeded.'),
  );
  return `<!doctype html><html lang="${escapeHtml(textLanguage())}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
