import { accountCommands, type AccountCommandsOptions } from './accounts/commands.ts';
import { agentCommands, type AgentCommandsOptions } from './agents/commands.ts';
import {
  authenticationCommands,
  type AuthenticationCommandsOptions,
} from './authentication/commands.ts';
import type { UncheckedHandlers } from './commands/registerCommands.ts';
import { takingAnything } from './commands/takingAnything.ts';
import { connectionCommands, type ConnectionCommandsOptions } from './connections/commands.ts';
import { diagnosticCommands, type DiagnosticCommandsOptions } from './diagnostics/commands.ts';
import type { labelChanges } from './labelChanges/commands.ts';
import { labelEditorCommands, type LabelEditorCommandsOptions } from './labelEditor/commands.ts';
import { labelsViewCommands, type LabelsViewCommandsOptions } from './labelsView/commands.ts';
import { walkthroughCommands } from './walkthrough/commands.ts';

/** What the commands of each feature need. */
export interface CommandHandlersOptions {
  readonly connections: ConnectionCommandsOptions;
  readonly authentication: AuthenticationCommandsOptions;
  readonly accounts: AccountCommandsOptions;
  readonly labelsView: LabelsViewCommandsOptions;
  readonly labelEditor: LabelEditorCommandsOptions;
  readonly agents: AgentCommandsOptions;
  readonly diagnostics: DiagnosticCommandsOptions;
  /** Made along with what shows the changes. */
  readonly labelChanges: ReturnType<typeof labelChanges>['commands'];
}

/** The handlers of all commands. Nothing of them is needed before a command is called. */
export function commandHandlers(options: CommandHandlersOptions): UncheckedHandlers {
  return takingAnything({
    ...walkthroughCommands,
    ...connectionCommands(options.connections),
    ...authenticationCommands(options.authentication),
    ...accountCommands(options.accounts),
    ...labelsViewCommands(options.labelsView),
    ...labelEditorCommands(options.labelEditor),
    ...options.labelChanges,
    ...agentCommands(options.agents),
    ...diagnosticCommands(options.diagnostics),
  });
}
