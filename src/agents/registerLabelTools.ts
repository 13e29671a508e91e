import * as vscode from 'vscode';
import { withSignalOf } from '../core/async/abort.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { isKnownError } from '../core/errors/knownError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import { toolNames } from '../ids.ts';
import type { LabelTool, LabelToolsOptions } from './labelTools.ts';
import { modelAccount, namedAccount } from './namedAccount.ts';

interface RegisterLabelToolsOptions extends LabelToolsOptions {
  readonly log: Log;
}

/** Offers the labels to language models, by VS Code's tools. */
export function registerLabelTools(options: RegisterLabelToolsOptions): Disposable {
  // Loaded when a language model first uses one.
  const tools = new LazyValue(async () => (await import('./labelTools.ts')).labelTools);
  const registrations = new DisposableStore();
  for (const name of toolNames) {
    registrations.add(
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) =>
          await prepare((await tools.get())[name], accountIn(input), options),
        invoke: async ({ input }, token) => {
          const tool = (await tools.get())[name];
          try {
            return await withSignalOf(
              token,
              async (signal) => await invoke(tool, input, options, signal),
            );
          } catch (error) {
            options.log.warn(`${name}: ${reasonOf(error)}`);
            // The details of a bug are of no use to the model.
            throw isKnownError(error)
              ? error
              : new Error('The tool failed. The log of Workforce Labels says why.', {
                  cause: error,
                });
          }
        },
      }),
    );
  }
  return registrations;
}

async function prepare(
  { announce, question }: LabelTool,
  named: string | undefined,
  { accounts }: RegisterLabelToolsOptions,
): Promise<vscode.PreparedToolInvocation | undefined> {
  let account: string;
  try {
    account = modelAccount(await namedAccount(accounts, named)).name;
  } catch {
    // There is nothing to ask the person: `invoke` reports the error to the model.
    return undefined;
  }
  return {
    invocationMessage: announce(account),
    confirmationMessages: { title: vscode.l10n.t('Workforce Labels'), message: question(account) },
  };
}

async function invoke(
  { run }: LabelTool,
  input: unknown,
  options: RegisterLabelToolsOptions,
  signal: AbortSignal,
): Promise<vscode.LanguageModelToolResult> {
  const account = await namedAccount(options.accounts, accountIn(input));
  const result = await run(input, { account, options, signal });
  const text = JSON.stringify({ account: modelAccount(account), ...result });
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

function accountIn(input: unknown): string | undefined {
  return typeof input === 'object' &&
    input !== null &&
    'account' in input &&
    typeof input.account === 'string'
    ? input.account
    : undefined;
}
