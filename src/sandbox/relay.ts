import * as l10n from '@vscode/l10n';
import type { Context } from 'hono';
import { answerWithErrorPage } from './htmlPage.ts';
import { addToQuery, singleParameter } from './redirect.ts';
import { returnAddressIn } from './returnAddress.ts';
import type { Service } from './service.ts';

function valueOf(query: URLSearchParams, name: string): string | undefined {
  const parameter = singleParameter(query, name);
  return parameter.kind === 'value' ? parameter.value : undefined;
}

/**
 * GET /relay: redirects the browser to the VS Code whose address is in the state, with code, error and state.
 * Needed for VS Code in a browser, whose address cannot be registered.
 */
export async function handleRelay(context: Context, service: Service): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const state = valueOf(query, 'state');
  const address =
    state === undefined ? undefined : returnAddressIn(state, service.options.current.relayOrigins);
  if (address === undefined) {
    return await answerWithErrorPage(context, {
      language: service.options.current.language,
      title: l10n.t('This page cannot return you to VS Code'),
      problem: l10n.t(
        'The address to return to is missing, or it is not one that this page may forward to.',
      ),
      advice: l10n.t('Close this page and sign in again from VS Code.'),
    });
  }
  const code = valueOf(query, 'code');
  const error = valueOf(query, 'error');
  return context.redirect(addToQuery(address.href, { code, error, state }), 303);
}
