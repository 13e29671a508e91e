import * as vscode from 'vscode';
import { withSignalOf } from '../core/async/abort.ts';
import { surfaceText } from '../core/text/surfaceText.ts';
import { showProgressButtons, type ProgressButtons } from './progressButtons.ts';

/** Severity of a notification. */
export type Severity = 'information' | 'warning' | 'error';

/** Reports the progress of a task, like VS Code's `Progress`. */
export interface ProgressReport {
  report(value: { readonly message?: string; readonly increment?: number }): void;
}

/**
 * Effect of a notification's button. Programs can press buttons with VS Code's command
 * `notification.acceptPrimaryAction`, so no button sends, deletes or signs out: these actions need a dialog.
 */
export type ButtonEffect =
  /** Opens, shows or copies something. */
  | 'shows'
  /** Reads from the service, or renews a session. */
  | 'reads'
  /** Leads to a question in a dialog, an input or the browser. */
  | 'asks'
  /** Runs a command again, with its questions. */
  | 'repeats'
  /** Changes a user setting, which every extension can also change. */
  | 'sets'
  /** Closes the notification. */
  | 'closes'
  /** Reloads the window; unsaved changes are preserved. */
  | 'reloads';

/** Buttons of a notification, by title. */
export type NotificationButtons = Readonly<Record<string, ButtonEffect>>;

interface Button extends vscode.MessageItem {
  readonly meaning: string;
}

const methods = {
  information: 'showInformationMessage',
  warning: 'showWarningMessage',
  error: 'showErrorMessage',
} as const satisfies Record<Severity, keyof typeof vscode.window>;

/** Shows `message` with `buttons`. Returns the pressed button; undefined if none was pressed. */
export async function notify(
  severity: Severity,
  message: string,
  buttons: NotificationButtons = {},
): Promise<string | undefined> {
  const items = Object.keys(buttons).map(buttonOf);
  const show = vscode.window[methods[severity]];
  return (await show(surfaceText('notification', message), ...items))?.meaning;
}

/**
 * Shows `message` and the lines `detail` in a modal dialog, whose buttons no command can press. Returns the
 * pressed button; undefined if none was pressed. The dialog closes with **Cancel**, or with **OK** if it only
 * informs.
 */
export async function showDialog(
  severity: Severity,
  message: string,
  buttons: readonly string[],
  detail: readonly string[],
): Promise<string | undefined> {
  const show = vscode.window[methods[severity]];
  const ok: vscode.MessageItem = { title: vscode.l10n.t('OK'), isCloseAffordance: true };
  const picked = await show<Button | vscode.MessageItem>(
    surfaceText('dialogMessage', message),
    { modal: true, detail: surfaceText('dialogDetail', detail) },
    ...buttons.map(buttonOf),
    ...(severity === 'information' ? [ok] : []),
  );
  return picked !== undefined && 'meaning' in picked ? picked.meaning : undefined;
}

/**
 * Runs `task` while a notification shows `title` with a Cancel button, which aborts the signal of `task`, and
 * the status bar shows `buttons`. Returns the result of `task`, and throws its errors.
 */
export async function notifyProgress<T>(
  title: string,
  task: (progress: ProgressReport, signal: AbortSignal) => Promise<T>,
  { buttons = [], hint }: ProgressButtons = {},
): Promise<T> {
  const text = surfaceText('progressTitle', title);
  const shown = showProgressButtons(buttons, title);
  try {
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        cancellable: true,
        title: hint === undefined ? text : `${text} ${surfaceText('progressMessage', hint)}`,
      },
      async (progress, token) =>
        await withSignalOf(token, async (signal) => await task(reportTo(progress), signal)),
    );
  } finally {
    shown.dispose();
  }
}

/** Runs `task` while the status bar shows `title`. Returns the result of `task`, and throws its errors. */
export async function showProgress<T>(title: string, task: () => Promise<T>): Promise<T> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: surfaceText('statusBar', title) },
    task,
  );
}

/** Runs `task` while a view shows progress. Returns the result of `task`, and throws its errors. */
export async function showViewProgress<T>(viewId: string, task: () => Promise<T>): Promise<T> {
  return await vscode.window.withProgress({ location: { viewId } }, task);
}

function buttonOf(button: string): Button {
  return { title: surfaceText('button', button), meaning: button };
}

function reportTo(
  progress: vscode.Progress<{ message?: string; increment?: number }>,
): ProgressReport {
  return {
    report: ({ message, ...rest }) => {
      progress.report(
        message === undefined
          ? rest
          : { ...rest, message: surfaceText('progressMessage', message) },
      );
    },
  };
}
