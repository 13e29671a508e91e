import * as vscode from 'vscode';
import type { WorkforceApi, WorkforceExports } from '../../src/agents/workforceApi.ts';

/** What the tests reach of this extension: everything that another extension can do. */
export interface Consumer {
  readonly api: WorkforceApi;
  /** The session that VS Code gives this extension without asking; undefined before the person agreed. */
  readonly session: () => Promise<vscode.AuthenticationSession | undefined>;
}

/** Gets the API, as its documentation tells. */
export async function activate(): Promise<Consumer> {
  const labels = vscode.extensions.getExtension<WorkforceExports>(
    'workforce-tools.workforce-labels',
  );
  if (labels === undefined) {
    throw new Error('Workforce Labels is not installed.');
  }
  const exported = await labels.activate();
  return {
    api: exported.getApi(1),
    session: async () => await vscode.authentication.getSession('workforce', ['tag'], {}),
  };
}
