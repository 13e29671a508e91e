import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { withSignalOf } from '../core/async/abort.ts';
import { isKnownError } from '../core/errors/knownError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import type { ToolName } from '../ids.ts';
import { toolPreparation, toolResult } from '../surfaces/languageModel.ts';
import { labelTools, type LabelToolsOptions } from './labelTools.ts';
import { accountOfSubject, modelAccount, resolveAccount } from './namedAccount.ts';
import { ToolQuestions } from './toolQuestions.ts';

/** Dependencies of the tool calls. */
export interface LabelToolCallsOptions extends LabelToolsOptions {
  readonly log: Log;
}

/** Calls of the tools. Each call uses the account that its confirmation named. */
export class LabelToolCalls {
  readonly #options: LabelToolCallsOptions;
  readonly #questions = new ToolQuestions();

  constructor(options: LabelToolCallsOptions) {
    this.#options = options;
  }

  /**
   * Returns the confirmation for a tool call. Throws an error for the model if there is nothing to confirm:
   * without a confirmation, VS Code would run the tool anyway.
   */
  async prepare(name: ToolName, input: unknown): Promise<vscode.PreparedToolInvocation> {
    const { accounts } = this.#options;
    return await this.#reporting(name, async () => {
      const subject = await resolveAccount(accounts, accountIn(input));
      this.#questions.ask(
        callOf(name, input),
        subject === 'accounts' ? subject : subject.account.id,
      );
      return questionAbout(name, subject);
    });
  }

  /**
   * Runs the tool with the account named in its confirmation, even if accounts have changed since. Throws
   * errors for the model.
   */
  async invoke(
    name: ToolName,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const options = this.#options;
    return await this.#reporting(name, async () => {
      const subject = this.#questions.subjectOf(callOf(name, input));
      const account = accountOfSubject(options.accounts, subject);
      return await withSignalOf(token, async (signal) => {
        const result = await labelTools[name].run(input, { account, options, signal });
        return toolResult({ account: modelAccount(account), ...result });
      });
    });
  }

  async #reporting<T>(name: ToolName, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.warn(`${name}: ${reasonOf(error)}`);
      // Details of a bug are of no use to the model.
      throw isKnownError(error)
        ? error
        : new Error('The tool failed. The log of Workforce Labels says why.', { cause: error });
    }
  }
}

function questionAbout(
  name: ToolName,
  subject: LabelAccount | 'accounts',
): vscode.PreparedToolInvocation {
  const title = vscode.l10n.t('Workforce Labels');
  if (subject === 'accounts') {
    return toolPreparation(
      vscode.l10n.t('Listing the accounts that are signed in'),
      title,
      vscode.l10n.t(
        'Let a language model or an extension know which accounts are signed in? It did not name one.',
      ),
    );
  }
  const { announce, question } = labelTools[name];
  const account = modelAccount(subject).name;
  return toolPreparation(announce(account), title, question(account));
}

/** Returns a key for a call, from the only data that VS Code provides: the tool and its input. */
function callOf(name: ToolName, input: unknown): string {
  return JSON.stringify([name, input]);
}

function accountIn(input: unknown): string | undefined {
  return typeof input === 'object' &&
    input !== null &&
    'account' in input &&
    typeof input.account === 'string'
    ? input.account
    : undefined;
}
