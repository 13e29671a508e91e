import * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';
import type { Connection } from '../core/connections/connection.ts';
import { redirectFlowOf, type RedirectFlow } from '../core/connections/redirectFlow.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri } from '../ids.ts';
import { listenForRedirect } from './redirectListener.ts';

/** How the browser's return from the authorize page is prepared, received and described. */
export interface Redirect {
  /**
   * Returns the address that the state has to carry, if any. Throws `ConfigurationError` if a browser
   * cannot return to this VS Code in this way.
   */
  readonly prepare: (connection: Connection) => Promise<string | undefined>;
  /** Passes callbacks to `onCallback` until disposed; undefined if the URI handler receives them. */
  readonly listen: (onCallback: (callback: string) => void) => Promise<Disposable | undefined>;
  /** The port that the sign-in listens on, which only one can at a time; undefined if it uses none. */
  readonly port: number | undefined;
  /** For the diagnostics report. */
  readonly description: string;
}

/** One row for each kind: a new one does not compile without. */
const redirects: {
  readonly [Kind in RedirectFlow['kind']]: (flow: RedirectFlow<Kind>) => Redirect;
} = {
  uriHandler: ({ kind }) => ({
    prepare: async ({ name }) => {
      if (vscode.env.uiKind === vscode.UIKind.Web) {
        throw new ConfigurationError(
          vscode.l10n.t(
            'VS Code in a browser needs a relay page. Set the redirect URI of {0} to one that is registered for the app.',
            displayText(name),
          ),
          'openSettings',
        );
      }
      return await nothing();
    },
    listen: nothing,
    port: undefined,
    description: kind,
  }),
  loopback: (address) => ({
    prepare: nothing,
    listen: async (onCallback) => await listenForRedirect(address, onCallback),
    port: address.port,
    description: `${address.kind} ${address.host}:${address.port}`,
  }),
  relay: ({ kind }) => ({
    prepare: async () => {
      // Where the browser reaches this VS Code, which may run elsewhere or in a browser itself.
      const callback = vscode.Uri.parse(callbackUri(vscode.env.uriScheme));
      return (await vscode.env.asExternalUri(callback)).toString(true);
    },
    listen: nothing,
    port: undefined,
    description: kind,
  }),
};

/** The redirect that `connection` asks for. Throws `ConfigurationError` if its redirect URI has no known form. */
export function redirectOf(connection: Connection): Redirect {
  return redirectFor(redirectFlowOf(connection, callbackUri(vscode.env.uriScheme)));
}

function redirectFor<Kind extends RedirectFlow['kind']>(flow: RedirectFlow<Kind>): Redirect {
  return redirects[flow.kind](flow);
}

async function nothing(): Promise<undefined> {
  return await Promise.resolve(undefined);
}
