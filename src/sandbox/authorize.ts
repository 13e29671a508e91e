import * as l10n from '@vscode/l10n';
import type { Context } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { readAuthorizationRequest, type AuthorizationRequest } from './authorizationRequest.ts';
import type { Directory } from './directory.ts';
import { answerWithErrorPage, answerWithPage, type Html } from './htmlPage.ts';
import { addToQuery, type RedirectParameters } from './redirect.ts';
import { returnAddressIn } from './returnAddress.ts';
import { scopeDescriptions } from './scopes.ts';
import type { Service } from './service.ts';

const decisionSchema = z.object({
  decision: z.enum(['approve', 'deny']),
  user: z.optional(z.string()),
  tenant: z.optional(z.string()),
});

/** Returns the source expression for a content security policy that allows a form to redirect to `address`. */
function policySourceOf(address: URL): string {
  const isHttp = address.protocol === 'http:' || address.protocol === 'https:';
  // A policy cannot name an IPv6 host, so it allows the scheme.
  return isHttp && !address.hostname.startsWith('[') ? address.origin : address.protocol;
}

/** Returns all targets of redirects, as Chromium checks `form-action` for each redirect in a chain. */
function formAction(service: Service, request: AuthorizationRequest): readonly string[] {
  const isRelay = request.redirectUri === service.app.relayUri;
  const target = isRelay
    ? returnAddressIn(request.state, service.options.current.relayOrigins)
    : new URL(request.redirectUri);
  return target === undefined ? ["'self'"] : ["'self'", policySourceOf(target)];
}

async function redirectBack(
  context: Context,
  service: Service,
  redirectUri: string,
  parameters: RedirectParameters,
): Promise<Response> {
  // The redirect to the sandbox's own relay is relative: for the browser, the sandbox may be below a path
  // prefix.
  const target = redirectUri === service.app.relayUri ? '../../relay' : redirectUri;
  const { errorsWithoutState, linkScanner } = service.options.current;
  const isBare = errorsWithoutState && parameters.error !== undefined;
  const shown = isBare ? { error: parameters.error } : parameters;
  const address = addToQuery(target, shown);
  if (linkScanner && address.startsWith('http:')) {
    // The browser then opens the address, whatever the outcome of this request.
    await fetch(address, { redirect: 'manual' }).catch(() => undefined);
  }
  return context.redirect(address, 303);
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
    return await redirectBack(context, service, redirectUri, { error: 'access_denied', state });
  }
  const user = service.directory.users.find(({ id }) => id === userId);
  const tenant = service.directory.tenants.find(({ id }) => id === tenantId);
  if (user === undefined || tenant === undefined || !user.tenantIds.has(tenant.id)) {
    const problem =
      user === undefined || tenant === undefined
        ? l10n.t('Choose a user and a tenant from the lists.')
        : l10n.t(
            '{0} does not belong to {1}. Choose another tenant or user.',
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
  return await redirectBack(context, service, redirectUri, { code, state });
}

/** GET and POST /auth/oauth/authorize: the page, and its submitted form (docs/interface.md, section 4.1). */
export async function handleAuthorize(context: Context, service: Service): Promise<Response> {
  const { lostScopes } = service.options.current;
  const query = new URL(context.req.url).searchParams;
  const read = readAuthorizationRequest(query, service.app, lostScopes);
  switch (read.kind) {
    case 'untrusted':
      return await answerWithErrorPage(context, {
        language: service.options.current.language,
        title: l10n.t('This request cannot be approved'),
        problem: read.problem,
        advice: l10n.t('Close this page, check the connection in VS Code, and sign in again.'),
      });
    case 'refused':
      return await redirectBack(context, service, read.redirectUri, {
        error: read.error,
        state: read.state,
      });
    case 'valid':
      return context.req.method === 'POST'
        ? await decide(context, service, read.request)
        : await showForm(context, service, read.request);
  }
}

/** The user's previous input and its problem, if the page is shown again. */
interface EarlierChoice {
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly problem: string;
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

function choices(all: readonly Choice[], chosenId: string | undefined) {
  return all.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === chosenId ? 'selected' : ''}>${name}</option>`,
  );
}

/** Returns the redirect address, without its query. */
function placeOf(redirectUri: string): string {
  return redirectUri.split('?', 1)[0] ?? redirectUri;
}

/**
 * Form that asks the user to approve the app. It has no `action`, so the browser posts to the page's own
 * address: the query and its state stay unchanged, whatever the path prefix.
 */
function authorizeForm(
  request: AuthorizationRequest,
  clientId: string,
  directory: Directory,
  earlier?: EarlierChoice,
): Html {
  return html`<h1>${l10n.t('Workforce Labels wants to access your data')}</h1>
    <p class="soft">
      ${l10n.t('App')} <code>${clientId}</code><br />
      ${l10n.t('Return address')} <code>${placeOf(request.redirectUri)}</code>
    </p>
    ${earlier && html`<p class="alert" role="alert">${earlier.problem}</p>`}
    <form method="post">
      <div class="fields">
        <div>
          <label for="user">${l10n.t('User')}</label>
          <select id="user" name="user">
            ${choices(directory.users, earlier?.userId)}
          </select>
        </div>
        <div>
          <label for="tenant">${l10n.t('Tenant')}</label>
          <select id="tenant" name="tenant">
            ${choices(directory.tenants, earlier?.tenantId)}
          </select>
        </div>
      </div>
      <h2>${l10n.t('Requested permissions')}</h2>
      <dl class="scopes">
        ${request.scopes.map(
          (scope) =>
            html`<div>
              <dt>${scopeDescriptions[scope]()}</dt>
              <dd><code>${scope}</code></dd>
            </div>`,
        )}
      </dl>
      <div class="actions">
        <button class="approve" name="decision" value="approve">${l10n.t('Approve')}</button>
        <button class="deny" name="decision" value="deny">${l10n.t('Deny')}</button>
      </div>
    </form>`;
}
