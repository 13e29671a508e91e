import { commands, type ExtensionContext } from 'vscode';
import type { WorkforceExports } from './agents/workforceApi.ts';
import { contextKeys } from './ids.ts';

/**
 * Loads and activates the extension; a failure is shown in the view. VS Code loads this CommonJS file by path.
 * It would import an ES module by a URL without escapes, which fails below a folder such as `100%`. Node.js
 * escapes the URL of modules imported here.
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
