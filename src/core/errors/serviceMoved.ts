import * as l10n from '@vscode/l10n';

/** Returns the message for a redirect to `target`: redirects are never followed with a token. */
export function serviceMoved(target: string): string {
  return l10n.t(
    'The service has moved to {0}, or the network redirects there. If it has moved, correct the base URL of the connection.',
    target,
  );
}
