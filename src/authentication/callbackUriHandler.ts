import type * as vscode from 'vscode';
import type { AuthorizationCodeFlow } from '../core/session/authorizationCodeFlow.ts';

/** Receives the browser's return to `SCHEME://workforce-tools.workforce-labels/callback`. */
export class CallbackUriHandler implements vscode.UriHandler {
  readonly #authorizationCodeFlow: AuthorizationCodeFlow;
  readonly #presentError: (error: unknown) => Promise<void>;

  constructor(
    authorizationCodeFlow: AuthorizationCodeFlow,
    presentError: (error: unknown) => Promise<void>,
  ) {
    this.#authorizationCodeFlow = authorizationCodeFlow;
    this.#presentError = presentError;
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    if (uri.path !== '/callback') {
      return;
    }
    try {
      // On the desktop VS Code has decoded the query: a plus sign is one, and no space.
      const query = uri.query.replaceAll('+', '%2B');
      await this.#authorizationCodeFlow.finish(
        `${uri.scheme}://${uri.authority}${uri.path}?${query}`,
      );
    } catch (error) {
      await this.#presentError(error);
    }
  }
}
