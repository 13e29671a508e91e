import { commands, type ExtensionContext } from 'vscode';
import type { WorkforceExports } from './agents/workforceApi.ts';
import { contextKeys } from './ids.ts';

/**
 * Loads and activates the extension; a failure is shown in the view. This file is CommonJS because VS Code
 * loads CommonJS by path, but ES modules by an unescaped URL, which fails below a folder such as `100%`.
 * Node.js escapes the URLs of modules that are imported here.
 */
export async function activate(context: ExtensionContext): Promise<WorkforceExports> {
  try {
    const extension = await import('./extension.ts');
    return extension.activate(context);
  } catch (error) {
    await commands.executeCommand('setContext', contextKeys.notStarted, true);
    throw error;
  }
}
