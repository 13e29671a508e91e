import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { isSystemError } from '../core/errors/systemError.ts';
import {
  addressesOf,
  RedirectServer,
  type ListenerAddress,
  type RedirectServerOptions,
} from './redirectServer.ts';

/** Handlers for the requests that a listener receives. */
export type RedirectHandlers = Pick<RedirectServerOptions, 'clock' | 'onCallback' | 'onUnreadable'>;

/** Listens for the redirect during one sign-in. Throws `ConfigurationError` if the port is in use. */
export async function listenForRedirect(
  address: ListenerAddress,
  handlers: RedirectHandlers,
): Promise<RedirectServer> {
  const addresses = addressesOf(address.host);
  const options = { ...address, ...handlers, addresses, page };
  try {
    return await RedirectServer.listen(options);
  } catch (error) {
    throw new ConfigurationError(problemOf(address.port, error), 'openSettings', { cause: error });
  }
}

/**
 * Returns a sentence that explains why `port` is not available. It does not name the program that uses the
 * port, which is unknown.
 */
function problemOf(port: number, error: unknown): string {
  return isSystemError(error) && error.code === 'EADDRINUSE'
    ? vscode.l10n.t(
        'Port {0} of the redirect URI is in use, perhaps by a sign-in in another window: finish or cancel that one. Otherwise close the program that uses the port, or register another port.',
        port,
      )
    : vscode.l10n.t(
        'Port {0} of the redirect URI cannot be used ({1}). Register another port.',
        port,
        reasonOf(error),
      );
}

/** Texts of each page, by outcome. */
const pages: {
  readonly [Outcome in Parameters<RedirectServerOptions['page']>[0]]: () => readonly [
    title: string,
    ...paragraphs: string[],
  ];
} = {
  received: () => [
    vscode.l10n.t('You can close this page'),
    vscode.l10n.t('Go back to Visual Studio Code to see whether the sign-in succeeded.'),
  ],
  unreadable: () => [
    vscode.l10n.t('The sign-in is not finished yet'),
    vscode.l10n.t(
      'The request from this browser could not be read. It may be too large because it contains cookies of other programs on this machine.',
    ),
    vscode.l10n.t(
      'Copy the address of this page, go back to Visual Studio Code, and choose “Paste Callback URL” in the status bar there.',
    ),
  ],
};

function page(outcome: keyof typeof pages): string {
  const [title, ...paragraphs] = pages[outcome]().map(escapeHtml);
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
  return `<!doctype html><html lang="${escapeHtml(textLanguage())}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
