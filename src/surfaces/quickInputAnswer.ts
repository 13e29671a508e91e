import type { InputBox } from './inputBox.ts';
import type { QuickPick, QuickPickRow } from './quickPick.ts';

/** Quick input in which the user gives an answer. */
type AnsweringInput = InputBox | QuickPick<QuickPickRow>;

/**
 * Shows `input` until it is accepted or hidden, and disposes it. `read` returns the answer when the user
 * accepts; undefined keeps the input open. Returns undefined if cancelled, or after a button.
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
