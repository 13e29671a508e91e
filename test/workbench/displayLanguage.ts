import type { Workbench } from './workbench.ts';

const messages = /\/nls\.messages\.js/;

/**
 * Loads the window anew with `language` as its display language, as VS Code has it where a language pack is
 * installed; what is VS Code's own stays in English, since no pack is.
 */
export async function openIn(language: string, workbench: Workbench): Promise<void> {
  const context = workbench.page.context();
  await context.unroute(messages);
  await context.route(messages, async (route) => {
    const response = await route.fetch();
    const setting = `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)};`;
    await route.fulfill({ response, body: `${await response.text()}\n${setting}` });
  });
  await workbench.open();
}
