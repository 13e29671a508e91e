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
      // On the desktop VS Code has decoded the query, in a browser it hands it over as it came.
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
 * Registers the only URI handler that VS Code allows an extension: `callbacks` for sign-ins, `links` for
 * everything else.
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
 * Encodes a query whose parameters are all decoded. An ampersand is a separator if a name follows it, with an
 * equals sign, which is optional for `error`.
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
