import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import { commandIds, type CommandArguments, type CommandId } from '../ids.ts';

/** A handler for each command: one that is missing does not compile, nor one that takes other arguments. */
export type CommandHandlers = {
  readonly [Id in CommandId]: (...commandArguments: CommandArguments[Id]) => void | Promise<void>;
};

/** Handlers that are called with anything. */
export type UncheckedHandlers = {
  readonly [Id in CommandId]: (...commandArguments: readonly unknown[]) => void | Promise<void>;
};

/** What to do about an error of a command; `retry` runs the command again. */
export type ErrorPresenter = (error: unknown, retry: () => Promise<void>) => Promise<void>;

/**
 * Registers all commands. Their handlers are loaded when the first one is called. What loading them or a
 * handler throws goes to `presentError`, never further.
 */
export function registerCommands(
  load: () => Promise<UncheckedHandlers>,
  presentError: ErrorPresenter,
): Disposable {
  const disposables = new DisposableStore();
  const handlers = new LazyValue(load);
  for (const id of Object.values(commandIds)) {
    const run = async (...commandArguments: readonly unknown[]): Promise<void> => {
      try {
        const { [id]: handler } = await handlers.get();
        await handler(...commandArguments);
      } catch (error) {
        await presentError(error, async () => await run(...commandArguments));
      }
    };
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  return disposables;
}
