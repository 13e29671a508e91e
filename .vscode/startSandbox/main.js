import * as vscode from 'vscode';

/** Shows the Workforce view with a connection to the sandbox, ready to sign in to. */
export async function activate() {
  await vscode.commands.executeCommand('workforce.labels.focus');
  await vscode.commands.executeCommand('workforce.sandbox.start');
}
