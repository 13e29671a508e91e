import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

/** Style of the sandbox's pages; the content security policy contains its hash. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #eef1f5; --card: #ffffff; --text: #1b2430; --soft: #566273; --line: #d5dbe3;
  --field: #ffffff; --edge: #7b8796; --accent: #1f5fa8; --accent-over: #184c88;
  --on-accent: #ffffff; --mark: #e4eefa; --on-mark: #1a4e8a;
  --bad: #fdecec; --bad-line: #c23934; --bad-text: #7f1d1a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #10151c; --card: #1a212b; --text: #e7ecf3; --soft: #a3afbf; --line: #313b49;
    --field: #121820; --edge: #75839a; --accent: #6fb0f5; --accent-over: #93c4f8;
    --on-accent: #0b1a2c; --mark: #1d3550; --on-mark: #b5d6fa;
    --bad: #3a1c1c; --bad-line: #e5706b; --bad-text: #ffc9c6;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 2rem 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1rem;
}
main {
  width: 100%; max-width: 33rem; padding: 1.75rem 2rem 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 28px rgb(10 20 35 / 10%);
}
footer { max-width: 33rem; color: var(--soft); font-size: .8125rem; text-align: center; }
.brand {
  display: flex; align-items: center; gap: .5rem; margin: 0 0 1.25rem; color: var(--soft);
  font-size: .875rem; font-weight: 600;
}
.brand svg { width: 1.375rem; height: 1.375rem; fill: var(--accent); }
.brand circle { fill: var(--card); }
.badge {
  padding: .0625rem .5rem; border-radius: 99px; background: var(--mark); color: var(--on-mark);
  font-size: .75rem;
}
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p { margin: .5rem 0; }
code { font: .875em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .875rem; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 1.25rem; }
label { display: block; margin-bottom: .25rem; font-size: .875rem; font-weight: 600; }
select {
  width: 100%; min-height: 2.5rem; padding: .375rem .625rem; background: var(--field);
  color: var(--text); border: 1px solid var(--edge); border-radius: 6px; font: inherit;
}
.scopes { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
.scopes div {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem .875rem;
}
.scopes div + div { border-top: 1px solid var(--line); }
dt { font-weight: 500; }
dd { margin: 0; color: var(--soft); }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
button {
  flex: 1; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid transparent;
  border-radius: 6px; font: inherit; font-weight: 600; cursor: pointer;
}
.approve { background: var(--accent); color: var(--on-accent); }
.approve:hover { background: var(--accent-over); }
.deny { background: transparent; color: var(--text); border-color: var(--edge); }
.deny:hover { background: var(--back); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.alert {
  margin: 1rem 0; padding: .75rem 1rem; background: var(--bad); color: var(--bad-text);
  border-left: 4px solid var(--bad-line); border-radius: 6px;
}
@media (max-width: 30rem) {
  body { padding: .75rem; justify-content: flex-start; }
  main { padding: 1.25rem; }
  .fields { grid-template-columns: 1fr; }
}
@media (forced-colors: active) { .approve { border-color: ButtonText; } }
`;

/** HTML in which every inserted value is escaped. */
export type Html = ReturnType<typeof html>;

/** Properties of a page, except its content. */
export interface PageOptions {
  /** Language tag (BCP 47) of the page's content. */
  readonly language: string;
  readonly title: string;
  readonly status?: 200 | 400 | 422;
  /** Sources of the policy's `form-action`; if empty, the page cannot submit a form. */
  readonly formAction?: readonly string[];
}

/** Created as one string, so that formatting the page does not change the hash. */
const style = raw(`<style>${pageStyle}</style>`);
const styleHash = createHash('sha256').update(pageStyle).digest('base64');

function policy(formAction: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction.length === 0 ? "'none'" : formAction.join(' ')}`,
  ].join('; ');
}

/** Responds with a page of the sandbox: without scripts and external resources, not framable, not cached. */
export async function answerWithPage(
  context: Context,
  options: PageOptions,
  content: Html,
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="${options.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${options.title}</title>
        ${style}
      </head>
      <body>
        <main>
          <p class="brand">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 5a2 2 0 0 1 2-2h7l9 9-9 9-9-9z" />
              <circle cx="8" cy="8" r="1.75" />
            </svg>
            Workforce Platform <span class="badge">${l10n.t('Sandbox')}</span>
          </p>
          ${content}
        </main>
        <footer>
          ${l10n.t('A local sandbox with made-up data. Nothing here leaves this computer.')}
        </footer>
      </body>
    </html>`;
  return context.html(page, options.status ?? 200, {
    'Content-Security-Policy': policy(options.formAction ?? []),
  });
}

/** Problem, and the user's next step. */
export interface ErrorPageOptions {
  readonly language: string;
  readonly title: string;
  readonly problem: string;
  readonly advice: string;
}

/** Responds with an error page without links. */
export async function answerWithErrorPage(
  context: Context,
  { advice, language, problem, title }: ErrorPageOptions,
): Promise<Response> {
  const content = html`<h1>${title}</h1>
    <p class="alert" role="alert">${problem}</p>
    <p>${advice}</p>`;
  return await answerWithPage(context, { language, title, status: 400 }, content);
}
