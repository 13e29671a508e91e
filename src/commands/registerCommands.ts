import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { CommandId } from '../ids.ts';

/** Does what a command is for. The arguments come from anywhere and are checked by the handler. */
export type CommandHandler = (...commandArguments: readonly unknown[]) => Promise<void>;

/** A handler for each command: one that is missing does not compile. */
export type CommandHandlers = Readonly<Record<CommandId, CommandHandler>>;

/** What to do about an error of a command; `retry` runs the command again. */
export type ErrorPresenter = (error: unknown, retry: () => Promise<void>) => Promise<void>;

/** Registers all commands. What a handler throws goes to `presentError`, never further. */
export function registerCommands(
  handlers: CommandHandlers,
  presentError: ErrorPresenter,
): Disposable {
  const disposables = new DisposableStore();
  for (const [id, handler] of Object.entries(handlers)) {
    const run = async (...commandArguments: readonly unknown[]): Promise<void> => {
      try {
        await handler(...commandArguments);
      } catch (error) {
        await presentError(error, async () => await run(...commandArguments));
      }
    };
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  return disposables;
}
