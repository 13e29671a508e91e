import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { LazyValue } from '../core/async/lazyValue.ts';
import {
  commandIds,
  viewTitleCommands,
  viewTitleId,
  type CommandArguments,
  type CommandId,
} from '../ids.ts';

/** Handlers of all commands; the type requires a handler for each command, with its arguments. */
export type CommandHandlers = {
  readonly [Id in CommandId]: (...commandArguments: CommandArguments[Id]) => void | Promise<void>;
};

/** Handlers that accept any arguments. */
export type UncheckedHandlers = {
  readonly [Id in CommandId]: (...commandArguments: readonly unknown[]) => void | Promise<void>;
};

/** Presents an error of a command; `retry` runs the command again. */
export type ErrorPresenter = (error: unknown, retry: () => Promise<void>) => Promise<void>;

/**
 * Registers all commands. `load` loads their handlers when the first command runs. Errors of loading and of
 * handlers are passed to `presentError` and not thrown.
 */
export function registerCommands(
  load: () => Promise<UncheckedHandlers>,
  presentError: ErrorPresenter,
): Disposable {
  const disposables = new DisposableStore();
  const handlers = new LazyValue(load);
  const run = async (id: CommandId, ...commandArguments: readonly unknown[]): Promise<void> => {
    try {
      const { [id]: handler } = await handlers.get();
      await handler(...commandArguments);
    } catch (error) {
      await presentError(error, async () => await run(id, ...commandArguments));
    }
  };
  for (const id of Object.values(commandIds)) {
    disposables.add(
      vscode.commands.registerCommand(
        id,
        async (...commandArguments: readonly unknown[]) => await run(id, ...commandArguments),
      ),
    );
  }
  for (const id of viewTitleCommands) {
    disposables.add(vscode.commands.registerCommand(viewTitleId(id), async () => await run(id)));
  }
  return disposables;
}
