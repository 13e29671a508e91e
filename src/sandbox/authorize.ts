import * as l10n from '@vscode/l10n';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { readAuthorizationRequest, type AuthorizationRequest } from './authorizationRequest.ts';
import { authorizeForm, type EarlierChoice } from './authorizePage.ts';
import { answerWithErrorPage, answerWithPage } from './htmlPage.ts';
import { addToQuery, type RedirectParameters } from './redirect.ts';
import { returnAddressIn } from './returnAddress.ts';
import type { Service } from './service.ts';

const decisionSchema = z.object({
  decision: z.enum(['approve', 'deny']),
  user: z.optional(z.string()),
  tenant: z.optional(z.string()),
});

/** Returns the source expression that lets a form be redirected to the address. */
function policySourceOf(address: URL): string {
  const isHttp = address.protocol === 'http:' || address.protocol === 'https:';
  // A policy cannot name an IPv6 host, only its scheme.
  return isHttp && !address.hostname.startsWith('[') ? address.origin : address.protocol;
}

/** Chromium checks `form-action` for every redirect that follows, so each must be named. */
function formAction(service: Service, request: AuthorizationRequest): readonly string[] {
  const isRelay = request.redirectUri === service.app.relayUri;
  const target = isRelay
    ? returnAddressIn(request.state, service.options.current.relayOrigins)
    : new URL(request.redirectUri);
  return target === undefined ? ["'self'"] : ["'self'", policySourceOf(target)];
}

function redirectBack(
  context: Context,
  service: Service,
  redirectUri: string,
  parameters: RedirectParameters,
): Response {
  // The redirect to the own relay is relative: the browser may see the sandbox below a path prefix.
  const target = redirectUri === service.app.relayUri ? '../../relay' : redirectUri;
  const { errorsWithoutState } = service.options.current;
  const isBare = errorsWithoutState && parameters.error !== undefined;
  const shown = isBare ? { error: parameters.error } : parameters;
  return context.redirect(addToQuery(target, shown), 303);
}

async function showForm(
  context: Context,
  service: Service,
  request: AuthorizationRequest,
  earlier?: EarlierChoice,
): Promise<Response> {
  return await answerWithPage(
    context,
    {
      language: service.options.current.language,
      title: l10n.t('Approve access – Workforce sandbox'),
      status: earlier === undefined ? 200 : 422,
      formAction: formAction(service, request),
    },
    authorizeForm(request, service.app.clientId, service.directory, earlier),
  );
}

async function decide(
  context: Context,
  service: Service,
  request: AuthorizationRequest,
): Promise<Response> {
  const { redirectUri, scopes, state } = request;
  const parsed = decisionSchema.safeParse(await context.req.parseBody());
  if (!parsed.success) {
    const problem = l10n.t('Press Approve or Deny.');
    return await showForm(context, service, request, {
      userId: undefined,
      tenantId: undefined,
      problem,
    });
  }
  const { decision, user: userId, tenant: tenantId } = parsed.data;
  if (decision === 'deny') {
    return redirectBack(context, service, redirectUri, { error: 'access_denied', state });
  }
  const user = service.directory.users.find(({ id }) => id === userId);
  const tenant = service.directory.tenants.find(({ id }) => id === tenantId);
  if (user === undefined || tenant === undefined || !user.tenantIds.has(tenant.id)) {
    const problem =
      user === undefined || tenant === undefined
        ? l10n.t('Pick a user and a tenant from the lists.')
        : l10n.t(
            '{0} does not belong to {1}. Pick another tenant or user.',
            user.name,
            tenant.name,
          );
    return await showForm(context, service, request, { userId, tenantId, problem });
  }
  const code = service.grants.issueCode({
    redirectUri,
    scopes,
    userId: user.id,
    tenantId: tenant.id,
  });
  return redirectBack(context, service, redirectUri, { code, state });
}

/**
 * GET and POST /auth/oauth/authorize: the page, and what the user pressed on it
 * (docs/interface.md, section 4.1).
 */
export async function handleAuthorize(context: Context, service: Service): Promise<Response> {
  const read = readAuthorizationRequest(new URL(context.req.url).searchParams, service.app);
  switch (read.kind) {
    case 'untrusted':
      return await answerWithErrorPage(context, {
        language: service.options.current.language,
        title: l10n.t('This request cannot be approved'),
        problem: read.problem,
        advice: l10n.t('Close this page, check the connection in VS Code, and sign in again.'),
      });
    case 'refused':
      return redirectBack(context, service, read.redirectUri, {
        error: read.error,
        state: read.state,
      });
    case 'valid':
      return context.req.method === 'POST'
        ? await decide(context, service, read.request)
        : await showForm(context, service, read.request);
  }
}
