import * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';

const callbackPath = '/callback';

/** Handles redirects to `SCHEME://workforce-tools.workforce-labels/callback`. */
export class CallbackUriHandler implements vscode.UriHandler {
  readonly #authorizationCodeFlow: Pick<AuthorizationCodeFlow, 'finish'>;
  readonly #presentError: (error: unknown) => Promise<void>;
  readonly #uiKind: vscode.UIKind;

  constructor(
    authorizationCodeFlow: Pick<AuthorizationCodeFlow, 'finish'>,
    presentError: (error: unknown) => Promise<void>,
    uiKind: vscode.UIKind,
  ) {
    this.#authorizationCodeFlow = authorizationCodeFlow;
    this.#presentError = presentError;
    this.#uiKind = uiKind;
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    if (uri.path !== callbackPath) {
      return;
    }
    try {
      // VS Code passes a decoded query on the desktop, but the original query in a browser.
      const query = this.#uiKind === vscode.UIKind.Web ? uri.query : encodeDecodedQuery(uri.query);
      await this.#authorizationCodeFlow.finish(
        `${uri.scheme}://${uri.authority}${uri.path}?${query}`,
      );
    } catch (error) {
      await this.#presentError(error);
    }
  }
}

/**
 * Registers the extension's URI handler, of which VS Code allows only one: `callbacks` handles sign-ins,
 * `links` everything else.
 */
export function registerUriHandler(
  callbacks: CallbackUriHandler,
  links: vscode.UriHandler,
): Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => await (uri.path === callbackPath ? callbacks : links).handleUri(uri),
  });
}

/**
 * Encodes a decoded query again. An ampersand counts as a separator only before a parameter name and an
 * equals sign, or before `error` without one.
 */
function encodeDecodedQuery(query: string): string {
  const parameters = query
    .split(/&(?=[\w.-]+=|error(?:&|$))/i)
    .map((parameter): [string, string] => {
      const [name = '', ...value] = parameter.split('=');
      return [name, value.join('=')];
    });
  return new URLSearchParams(parameters).toString();
}
