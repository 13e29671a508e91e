import { fileURLToPath } from 'node:url';
import type { BenchWindow } from './benchWindow.ts';

/** A folder that VS Code shows npm scripts of. */
export const npmScripts = fileURLToPath(new URL('comparison', import.meta.url));

/** The first row of VS Code's own view of npm scripts. */
export const firstScript =
  '.part.sidebar .pane:has(.pane-header[aria-label^="NPM Scripts"]) .monaco-list-row';

/** Unfolds VS Code's own view of npm scripts in the Explorer: from then on it is shown with that. */
export async function showNpmScripts({ workbench }: BenchWindow): Promise<void> {
  await workbench.quickInput.runCommand('Explorer: Focus on NPM Scripts View');
  await workbench.page.locator(firstScript).first().waitFor();
}
