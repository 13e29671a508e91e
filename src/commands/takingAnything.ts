import * as z from 'zod/mini';
import { isBaseUrl } from '../core/account/baseUrl.ts';
import { brandedText } from '../core/text/brandedText.ts';
import { commandIds } from '../ids.ts';
import type { CommandHandlers, UncheckedHandlers } from './registerCommands.ts';

const appSchema = z.object({ baseUrl: brandedText(isBaseUrl), clientId: z.string() });

/** Menus, links and other extensions call a command with anything: what does not fit counts as left out. */
export function takingAnything(handlers: CommandHandlers): UncheckedHandlers {
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
