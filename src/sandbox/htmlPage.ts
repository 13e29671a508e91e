import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { pageStyle } from './pageStyle.ts';

/** A piece of HTML in which every inserted value was escaped. */
export type Html = ReturnType<typeof html>;

/** What a page needs besides its content. */
export interface PageOptions {
  /** The language tag (BCP 47) of what is on the page. */
  readonly language: string;
  readonly title: string;
  readonly status?: 200 | 400 | 422;
  /** Sources of the policy's `form-action`; if empty, the page can send no form. */
  readonly formAction?: readonly string[];
}

/** In one piece, so that formatting the page does not change what is hashed. */
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

/** Answers with one of the sandbox's pages: no script, nothing loaded, not framable, not kept. */
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

/** What went wrong, and what the person can do. */
export interface ErrorPageOptions {
  readonly language: string;
  readonly title: string;
  readonly problem: string;
  readonly advice: string;
}

/** Answers with a page that says what went wrong and links nowhere. */
export async function answerWithErrorPage(
  context: Context,
  { advice, language, problem, title }: ErrorPageOptions,
): Promise<Response> {
  const content = html`<h1>${title}</h1>
    <p class="alert" role="alert">${problem}</p>
    <p>${advice}</p>`;
  return await answerWithPage(context, { language, title, status: 400 }, content);
}
