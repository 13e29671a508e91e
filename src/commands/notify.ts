import * as vscode from 'vscode';
import { withSignalOf } from '../core/async/abort.ts';
import { withoutLinks } from '../core/text/withoutMarkup.ts';

/** How serious a notification is. */
export type Severity = 'information' | 'warning' | 'error';

/** A link at the end of a notification that runs a command. */
export interface CommandLink {
  readonly title: string;
  readonly command: string;
  readonly commandArguments?: readonly unknown[];
}

/** Reports how far a task has come: VS Code's own `Progress`. */
export type ProgressReport = vscode.Progress<{ message?: string; increment?: number }>;

const methods = {
  information: 'showInformationMessage',
  warning: 'showWarningMessage',
  error: 'showErrorMessage',
} as const satisfies Record<Severity, keyof typeof vscode.window>;

/**
 * Shows `message` with `buttons` and returns the one that was pressed, undefined if none. Words of the
 * service in `message` cannot become links. With `detail` it is a modal dialog, which closes by **Cancel**,
 * or by **OK** if it only informs.
 */
export async function notify(
  severity: Severity,
  message: string,
  buttons: readonly string[] = [],
  detail?: string,
): Promise<string | undefined> {
  const items: vscode.MessageItem[] = buttons.map((title) => ({ title }));
  if (severity === 'information' && detail !== undefined) {
    items.push({ title: vscode.l10n.t('OK'), isCloseAffordance: true });
  }
  const picked = await vscode.window[methods[severity]](
    withoutLinks(message),
    detail === undefined ? {} : { modal: true, detail },
    ...items,
  );
  return picked?.isCloseAffordance === true ? undefined : picked?.title;
}

/**
 * Runs `task` while a notification with a Cancel button shows `title`; Cancel aborts the signal that
 * `task` gets. Words of the service in `title` cannot become links. Throws what `task` throws.
 */
export async function notifyProgress<T>(
  title: string,
  task: (progress: ProgressReport, signal: AbortSignal) => Promise<T>,
  link?: CommandLink,
): Promise<T> {
  const text = withoutLinks(title);
  return await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: link === undefined ? text : `${text} ${markdownOf(link)}`,
    },
    async (progress, token) =>
      await withSignalOf(token, async (signal) => await task(progress, signal)),
  );
}

function markdownOf({ title, command, commandArguments = [] }: CommandLink): string {
  const query = encodeURIComponent(JSON.stringify(commandArguments));
  return `[${title}](command:${command}${commandArguments.length === 0 ? '' : `?${query}`})`;
}
