import * as vscode from 'vscode';
import { AppError } from '../core/errors/appError.ts';
import { createInputBox, type InputBox } from './inputBox.ts';
import { createQuickPick, type QuickPick, type QuickPickRow } from './quickPick.ts';

/** A question of a guided input, answered with text. */
export interface InputStep {
  readonly title: string;
  /** Number of this step, from 1. */
  readonly step: number;
  readonly totalSteps: number;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly password?: boolean;
  /** True if leading and trailing spaces belong to the value. */
  readonly isVerbatim?: boolean;
  /** Toggle buttons. */
  readonly toggles?: readonly vscode.QuickInputButton[];
  /** Throws an `AppError` that describes the problem with the value. */
  readonly check: (value: string) => void;
}

/** Result of a step. */
export type StepResult<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

/** Asks one question in an input box, which stays open when it loses focus. */
export async function askForText(step: InputStep): Promise<StepResult<string>> {
  const { input, showProblem } = createInputBox(step);
  input.value = step.value;
  input.password = step.password ?? false;
  input.onDidChangeValue(() => showProblem(undefined));
  input.onDidTriggerButton(() => showProblem(undefined));
  return await stepResult(
    input,
    step,
    () => {
      const problem = problemOf(step, input.value);
      showProblem(problem);
      return problem === undefined ? valueOf(step, input.value) : undefined;
    },
    step.toggles,
  );
}

/** Common properties of single and multiple choices. */
interface ListStep<Item extends QuickPickRow> {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly placeholder: string;
  readonly items: readonly Item[];
}

/** Single choice. */
export interface PickStep<Item extends QuickPickRow> extends ListStep<Item> {
  /** Initially active entry. */
  readonly active: Item | undefined;
}

/** Asks for one of several entries. */
export async function askForOne<Item extends QuickPickRow>(
  step: PickStep<Item>,
): Promise<StepResult<Item>> {
  return await showList(
    step,
    (pick) => (pick.activeItems = step.active === undefined ? [] : [step.active]),
    ([item]) => item,
  );
}

/** Asks for at least one of several entries. */
export async function askForChoices<Item extends QuickPickRow>(
  step: ListStep<Item>,
): Promise<StepResult<readonly Item[]>> {
  return await showList(
    step,
    (pick) => {
      pick.canSelectMany = true;
      pick.matchOnDescription = true;
      pick.selectedItems = step.items.filter((item) => item.picked);
    },
    (items) => (items.length > 0 ? items : undefined),
  );
}

/** Shows a list built by `prepare`; it stays open until `chosen` returns a value for the selection. */
async function showList<Item extends QuickPickRow, T>(
  step: ListStep<Item>,
  prepare: (pick: QuickPick<Item>) => void,
  chosen: (items: readonly Item[]) => T | undefined,
): Promise<StepResult<T>> {
  const pick = createQuickPick<Item>(step);
  pick.items = step.items;
  prepare(pick);
  return await stepResult(pick, step, () => chosen(pick.selectedItems));
}

/** Shows the input of a step, which stays open until `answer` returns a value, or the user goes back or cancels. */
async function stepResult<T>(
  input: InputBox | QuickPick<QuickPickRow>,
  { step, totalSteps }: Pick<InputStep, 'step' | 'totalSteps'>,
  answer: () => T | undefined,
  toggles: readonly vscode.QuickInputButton[] = [],
): Promise<StepResult<T>> {
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = [...(step > 1 ? [vscode.QuickInputButtons.Back] : []), ...toggles];
  const { promise, resolve } = Promise.withResolvers<StepResult<T>>();
  const subscriptions = [
    input.onDidAccept(() => {
      const value = answer();
      if (value !== undefined) {
        resolve({ kind: 'value', value });
      }
    }),
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        resolve({ kind: 'back' });
      }
    }),
    input.onDidHide(() => resolve({ kind: 'cancelled' })),
  ];
  input.show();
  try {
    return await promise;
  } finally {
    vscode.Disposable.from(...subscriptions).dispose();
    input.dispose();
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
