import { createServer } from 'node:http';
import * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';

/** Where to listen on this machine. */
export interface ListenerAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/**
 * Listens on loopback for the redirect (RFC 8252, section 7.3), for the time of one sign-in; `onCallback`
 * gets its address. Throws `ConfigurationError` if the port is taken.
 */
export async function listenForRedirect(
  address: ListenerAddress,
  onCallback: (callback: string) => void,
): Promise<Disposable> {
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${address.port}`);
    if (request.method !== 'GET' || url?.pathname !== address.path) {
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
  server.listen(address.port, address.host, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    throw new ConfigurationError(
      vscode.l10n.t(
        'Port {0} of the redirect URI is used by another program. Close it, or register another port.',
        address.port,
      ),
      'openSettings',
      { cause: error },
    );
  }
  return {
    dispose: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function page(): string {
  const title = escapeHtml(vscode.l10n.t('You can close this page'));
  const text = escapeHtml(
    vscode.l10n.t('Go back to Visual Studio Code to see whether the sign-in succeeded.'),
  );
  return `<!doctype html><html lang="${escapeHtml(vscode.env.language)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
