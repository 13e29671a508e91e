import { accountCommands, type AccountCommandsOptions } from './accounts/commands.ts';
import {
  authenticationCommands,
  type AuthenticationCommandsOptions,
} from './authentication/commands.ts';
import type { CommandHandlers, UncheckedHandlers } from './commands/registerCommands.ts';
import { connectionCommands, type ConnectionCommandsOptions } from './connections/commands.ts';
import { clientAppSchema } from './core/account/clientApp.ts';
import { diagnosticCommands, type DiagnosticCommandsOptions } from './diagnostics/commands.ts';
import { commandIds } from './ids.ts';
import type { labelChangesCommands } from './labelChanges/commands.ts';
import { labelEditorCommands, type LabelEditorCommandsOptions } from './labelEditor/commands.ts';
import { labelsViewCommands, type LabelsViewCommandsOptions } from './labelsView/commands.ts';
import { labelTableCommands } from './labelTable/commands.ts';
import { walkthroughCommands } from './walkthrough/commands.ts';

/** Dependencies of the commands, by feature. */
export interface CommandHandlersOptions {
  readonly connections: ConnectionCommandsOptions;
  readonly authentication: AuthenticationCommandsOptions;
  readonly accounts: AccountCommandsOptions;
  readonly labelsView: LabelsViewCommandsOptions;
  readonly labelEditor: LabelEditorCommandsOptions;
  readonly diagnostics: DiagnosticCommandsOptions;
  /** Handlers that are created together with the Changes view. */
  readonly labelChanges: ReturnType<typeof labelChangesCommands>;
}

/** Returns the handlers of all commands; called when the first command runs. */
export function commandHandlers(options: CommandHandlersOptions): UncheckedHandlers {
  return checkedHandlers({
    ...walkthroughCommands,
    ...connectionCommands(options.connections),
    ...authenticationCommands(options.authentication),
    ...accountCommands(options.accounts),
    ...labelsViewCommands(options.labelsView),
    ...labelEditorCommands(options.labelEditor),
    ...options.labelChanges,
    ...labelTableCommands,
    ...diagnosticCommands(options.diagnostics),
  });
}

/** Wraps `handlers` to drop invalid arguments: menus, links and other extensions may pass anything. */
function checkedHandlers(handlers: CommandHandlers): UncheckedHandlers {
  return {
    ...handlers,
    [commandIds.editLabel]: (row, by) =>
      handlers[commandIds.editLabel](row, by === 'click' ? by : undefined),
    [commandIds.editConnection]: (name) => handlers[commandIds.editConnection](textOf(name)),
    [commandIds.removeConnection]: (name) => handlers[commandIds.removeConnection](textOf(name)),
    [commandIds.setClientSecret]: (app) =>
      handlers[commandIds.setClientSecret](clientAppSchema.safeParse(app).data),
    [commandIds.undoLabelChanges]: (run) => handlers[commandIds.undoLabelChanges](textOf(run)),
    [commandIds.redoLabelChanges]: (run) => handlers[commandIds.redoLabelChanges](textOf(run)),
  };
}

function textOf(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}
