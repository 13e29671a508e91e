import * as l10n from '@vscode/l10n';
import { html } from 'hono/html';
import type { AuthorizationRequest } from './authorizationRequest.ts';
import type { Directory } from './directory.ts';
import type { Html } from './htmlPage.ts';
import { scopeDescriptions } from './scopes.ts';

/** What the user picked and what was wrong with it, when the page is shown again. */
export interface EarlierChoice {
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

/** Returns the address that the user returns to, without its query. */
function placeOf(redirectUri: string): string {
  return redirectUri.split('?', 1)[0] ?? redirectUri;
}

/**
 * The form that asks the user to approve the app. It has no `action`, so the browser posts to the
 * page's own address with its query, whatever its path prefix, and the state stays unchanged.
 */
export function authorizeForm(
  request: AuthorizationRequest,
  clientId: string,
  directory: Directory,
  earlier?: EarlierChoice,
): Html {
  return html`<h1>${l10n.t('Workforce Labels wants to access your data')}</h1>
    <p class="soft">
      ${l10n.t('App')} <code>${clientId}</code><br />
      ${l10n.t('You return to')} <code>${placeOf(request.redirectUri)}</code>
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
      <h2>${l10n.t('It asks for')}</h2>
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
