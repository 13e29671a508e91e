import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isBaseUrl } from '../core/account/baseUrl.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { brandedText } from '../core/text/brandedText.ts';
import { commandIds, type CommandArguments, type CommandId } from '../ids.ts';

const appSchema = z.object({ baseUrl: brandedText(isBaseUrl), clientId: z.string() });

/** A handler for each command: one that is missing does not compile, nor one that takes other arguments. */
export type CommandHandlers = {
  readonly [Id in CommandId]: (...commandArguments: CommandArguments[Id]) => void | Promise<void>;
};

/** What to do about an error of a command; `retry` runs the command again. */
export type ErrorPresenter = (error: unknown, retry: () => Promise<void>) => Promise<void>;

/** Registers all commands. What a handler throws goes to `presentError`, never further. */
export function registerCommands(
  handlers: CommandHandlers,
  presentError: ErrorPresenter,
): Disposable {
  const disposables = new DisposableStore();
  for (const [id, handler] of Object.entries(takingAnything(handlers))) {
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

/** Menus, links and other extensions call a command with anything: what does not fit counts as left out. */
function takingAnything(
  handlers: CommandHandlers,
): Record<CommandId, (...commandArguments: readonly unknown[]) => void | Promise<void>> {
  return {
    ...handlers,
    [commandIds.editLabel]: (row, focus) =>
      handlers[commandIds.editLabel](row, focus === 'preserveFocus' ? focus : undefined),
    [commandIds.editConnection]: (name) => handlers[commandIds.editConnection](textOf(name)),
    [commandIds.removeConnection]: (name) => handlers[commandIds.removeConnection](textOf(name)),
    [commandIds.setClientSecret]: (app) =>
      handlers[commandIds.setClientSecret](appSchema.safeParse(app).data),
    [commandIds.applyLabelChanges]: (key) => handlers[commandIds.applyLabelChanges](textOf(key)),
    [commandIds.undoLabelChanges]: (run) => handlers[commandIds.undoLabelChanges](textOf(run)),
  };
}

function textOf(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}
