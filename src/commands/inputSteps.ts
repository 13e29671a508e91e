import * as vscode from 'vscode';
import { DisposableStore } from '../core/async/disposable.ts';
import { AppError } from '../core/errors/appError.ts';

/** One question of a guided input. */
export interface InputStep {
  readonly title: string;
  /** Number of this step and of all, counted from 1. */
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly password?: boolean;
  /** Whether spaces at its ends belong to the value. */
  readonly isVerbatim?: boolean;
  /** Buttons that the user switches on and off. */
  readonly toggles?: readonly vscode.QuickInputButton[];
  /** Throws an `AppError` that says what is wrong with the value. */
  readonly check: (value: string) => void;
}

/** What came of a question. */
export type StepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

/** Asks one question in an input box; it stays open while the user looks something up elsewhere. */
export async function askForText(step: InputStep): Promise<StepResult<string>> {
  const disposables = new DisposableStore();
  const input = disposables.add(vscode.window.createInputBox());
  input.title = step.title;
  input.step = step.step;
  input.totalSteps = step.totalSteps;
  input.prompt = step.prompt;
  input.placeholder = step.placeholder;
  input.value = step.value;
  input.password = step.password ?? false;
  input.ignoreFocusOut = true;
  input.buttons = [
    ...(step.step > 1 ? [vscode.QuickInputButtons.Back] : []),
    ...(step.toggles ?? []),
  ];
  const { promise, resolve } = Promise.withResolvers<StepResult<string>>();
  disposables.add(input.onDidChangeValue(() => (input.validationMessage = undefined)));
  disposables.add(
    input.onDidAccept(() => {
      input.validationMessage = problemOf(step, input.value);
      if (input.validationMessage === undefined) {
        resolve({ kind: 'value', value: valueOf(step, input.value) });
      }
    }),
  );
  disposables.add(
    input.onDidTriggerButton((button) => {
      input.validationMessage = undefined;
      if (button === vscode.QuickInputButtons.Back) {
        resolve({ kind: 'back' });
      }
    }),
  );
  disposables.add(input.onDidHide(() => resolve({ kind: 'cancelled' })));
  input.show();
  try {
    return await promise;
  } finally {
    disposables.dispose();
  }
}

/** What choices of one entry and of several have in common. */
interface ListStep<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly placeholder: string;
  readonly items: readonly Item[];
}

/** A choice of one entry. */
export interface PickStep<Item extends vscode.QuickPickItem> extends ListStep<Item> {
  /** Where the user starts. */
  readonly active: Item | undefined;
}

/** A choice of several entries. */
export type ChoiceStep = ListStep<vscode.QuickPickItem>;

/** Asks for one of several entries. */
export async function askForOne<Item extends vscode.QuickPickItem>(
  step: PickStep<Item>,
): Promise<StepResult<Item>> {
  return await showList(
    step,
    (pick) => (pick.activeItems = step.active === undefined ? [] : [step.active]),
    ([item]) => item,
  );
}

/** Asks for some of several entries; at least one has to be picked. */
export async function askForChoices(step: ChoiceStep): Promise<StepResult<readonly string[]>> {
  return await showList(
    step,
    (pick) => {
      pick.canSelectMany = true;
      pick.selectedItems = step.items.filter((item) => item.picked);
    },
    (items) => (items.length > 0 ? items.map(({ label }) => label) : undefined),
  );
}

/** Shows a list as `prepare` makes it; it stays until `chosen` returns a value of what is selected. */
async function showList<Item extends vscode.QuickPickItem, T>(
  step: ListStep<Item>,
  prepare: (pick: vscode.QuickPick<Item>) => void,
  chosen: (items: readonly Item[]) => T | undefined,
): Promise<StepResult<T>> {
  const disposables = new DisposableStore();
  const pick = disposables.add(vscode.window.createQuickPick<Item>());
  pick.title = step.title;
  pick.step = step.step;
  pick.totalSteps = step.totalSteps;
  pick.placeholder = step.placeholder;
  pick.ignoreFocusOut = true;
  pick.items = step.items;
  pick.buttons = step.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  prepare(pick);
  const { promise, resolve } = Promise.withResolvers<StepResult<T>>();
  disposables.add(
    pick.onDidAccept(() => {
      const value = chosen(pick.selectedItems);
      if (value !== undefined) {
        resolve({ kind: 'value', value });
      }
    }),
  );
  disposables.add(pick.onDidTriggerButton(() => resolve({ kind: 'back' })));
  disposables.add(pick.onDidHide(() => resolve({ kind: 'cancelled' })));
  pick.show();
  try {
    return await promise;
  } finally {
    disposables.dispose();
  }
}

function valueOf({ isVerbatim }: InputStep, value: string): string {
  return isVerbatim === true ? value : value.trim();
}

function problemOf(step: InputStep, value: string): string | undefined {
  try {
    step.check(valueOf(step, value));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) {
      return error.message;
    }
    throw error;
  }
}
