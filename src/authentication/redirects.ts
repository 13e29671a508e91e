import * as vscode from 'vscode';
import type { Connection } from '../core/connections/connection.ts';
import {
  redirectFlowOf,
  worksInBrowser,
  type RedirectFlow,
} from '../core/connections/redirectFlow.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { displayText } from '../core/text/displayText.ts';
import { callbackUri } from '../ids.ts';
import { listenForRedirect, type RedirectHandlers } from './redirectListener.ts';
import type { RedirectServer } from './redirectServer.ts';

/** Return path from the authorize page to VS Code. */
export interface Redirect {
  /**
   * Returns the return address to put into the state, if this kind needs one. Throws `ConfigurationError` if
   * a browser cannot return to this VS Code in this way.
   */
  readonly prepare: () => Promise<string | undefined>;
  /** Passes callbacks to `handlers` until closed. Returns undefined if the URI handler receives them instead. */
  readonly listen: (handlers: RedirectHandlers) => Promise<RedirectServer | undefined>;
  /** Port that the sign-in occupies, so only one sign-in can use it at a time; undefined if it needs none. */
  readonly port: number | undefined;
  /** Description for the diagnostics report. */
  readonly description: string;
}

/** Redirects by kind; the type requires all of them. */
const redirects: {
  readonly [Kind in RedirectFlow['kind']]: (flow: RedirectFlow<Kind>) => Redirect;
} = {
  uriHandler: ({ kind }) => ({
    prepare: nothing,
    listen: nothing,
    port: undefined,
    description: kind,
  }),
  loopback: (address) => ({
    prepare: nothing,
    listen: async (handlers) => await listenForRedirect(address, handlers),
    port: address.port,
    description: `${address.kind} ${address.host}:${address.port}`,
  }),
  relay: ({ kind }) => ({
    prepare: async () => {
      // Address at which the browser reaches this VS Code, which may run on another machine or in a browser.
      const callback = vscode.Uri.parse(callbackUri(vscode.env.uriScheme));
      return (await vscode.env.asExternalUri(callback)).toString(true);
    },
    listen: nothing,
    port: undefined,
    description: kind,
  }),
};

/** Returns the redirect of `connection`. Throws `ConfigurationError` if its redirect URI has an unknown form. */
export function redirectOf(connection: Connection): Redirect {
  const flow = redirectFlowOf(connection, callbackUri(vscode.env.uriScheme));
  const redirect = redirectFor(flow);
  return {
    ...redirect,
    prepare: async () => {
      if (vscode.env.uiKind === vscode.UIKind.Web && !worksInBrowser(flow)) {
        throw new ConfigurationError(
          vscode.l10n.t(
            'VS Code in a browser needs a relay page. Set the redirect URI of {0} to one that is registered for the app.',
            displayText(connection.name),
          ),
          'openSettings',
        );
      }
      return await redirect.prepare();
    },
  };
}

function redirectFor<Kind extends RedirectFlow['kind']>(flow: RedirectFlow<Kind>): Redirect {
  return redirects[flow.kind](flow);
}

async function nothing(): Promise<undefined> {
  return await Promise.resolve(undefined);
}
