import * as vscode from 'vscode';
import { connectionLinkPath } from '../core/connections/connectionLink.ts';
import type { FollowConnectionLinkOptions } from './followConnectionLink.ts';
import type { FollowLabelLinkOptions } from './followLabelLink.ts';

/** Dependencies of the link handler. */
export interface LinkHandlerOptions extends Omit<
  FollowConnectionLinkOptions & FollowLabelLinkOptions,
  'uiKind'
> {
  readonly presentError: (error: unknown) => Promise<void>;
}

/** Creates the handler of links to labels and connections, which is loaded with the first link. */
export function linkHandler({ presentError, ...options }: LinkHandlerOptions): vscode.UriHandler {
  return {
    handleUri: async (uri) => {
      try {
        const { uiKind } = vscode.env;
        if (uri.path === connectionLinkPath) {
          const { followConnectionLink } = await import('./followConnectionLink.ts');
          await followConnectionLink(uri, { ...options, uiKind });
        } else {
          const { followLabelLink } = await import('./followLabelLink.ts');
          await followLabelLink(uri, { ...options, uiKind });
        }
      } catch (error) {
        await presentError(error);
      }
    },
  };
}
