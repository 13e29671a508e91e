import * as vscode from 'vscode';
import { withSignalOf } from '../core/async/abort.ts';
import { isKnownError } from '../core/errors/knownError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { ToolName } from '../ids.ts';
import { labelTools, type LabelToolsOptions } from './labelTools.ts';
import { modelAccount, namedAccount } from './namedAccount.ts';

/** What using a tool needs. */
export interface UseLabelToolOptions extends LabelToolsOptions {
  readonly log: Log;
}

/** What the person is asked before the tool is used. */
export async function prepareLabelTool(
  name: ToolName,
  input: unknown,
  { accounts }: UseLabelToolOptions,
): Promise<vscode.PreparedToolInvocation | undefined> {
  const { announce, question } = labelTools[name];
  let account: string;
  try {
    account = modelAccount(await namedAccount(accounts, accountIn(input))).name;
  } catch {
    // There is nothing to ask the person: `invokeLabelTool` reports the error to the model.
    return undefined;
  }
  return {
    invocationMessage: announce(account),
    confirmationMessages: { title: vscode.l10n.t('Workforce Labels'), message: question(account) },
  };
}

/** Uses the tool. Throws what the model is to know of a failure. */
export async function invokeLabelTool(
  name: ToolName,
  input: unknown,
  options: UseLabelToolOptions,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  try {
    return await withSignalOf(token, async (signal) => {
      const account = await namedAccount(options.accounts, accountIn(input));
      const result = await labelTools[name].run(input, { account, options, signal });
      const text = JSON.stringify({ account: modelAccount(account), ...result });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    });
  } catch (error) {
    options.log.warn(`${name}: ${reasonOf(error)}`);
    // The details of a bug are of no use to the model.
    throw isKnownError(error)
      ? error
      : new Error('The tool failed. The log of Workforce Labels says why.', { cause: error });
  }
}

function accountIn(input: unknown): string | undefined {
  return typeof input === 'object' &&
    input !== null &&
    'account' in input &&
    typeof input.account === 'string'
    ? input.account
    : undefined;
}
