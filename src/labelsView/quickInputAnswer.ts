import type * as vscode from 'vscode';

/** The kinds of quick input that take an answer. */
type AnsweringInput = vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>;

/**
 * Shows `input` until it is answered or left, and disposes it. `read` returns the answer when the user
 * accepts; undefined keeps the input open. Returns undefined if the user leaves or presses a button.
 */
export async function quickInputAnswer<T>(
  input: AnsweringInput,
  read: () => T | undefined,
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const subscriptions = [
    input.onDidAccept(() => {
      const answer = read();
      if (answer !== undefined) {
        resolve(answer);
      }
    }),
    input.onDidTriggerButton(() => resolve(undefined)),
    input.onDidHide(() => resolve(undefined)),
  ];
  input.show();
  try {
    return await promise;
  } finally {
    for (const subscription of subscriptions) {
      subscription.dispose();
    }
    input.dispose();
  }
}
