import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';

interface InputBoxTexts {
  readonly title: string;
  readonly prompt?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** Input box whose title, prompt and placeholder are set by `createInputBox`. */
export type InputBox = Omit<
  vscode.InputBox,
  'title' | 'prompt' | 'placeholder' | 'validationMessage'
>;

/** Input box with a message that replaces its prompt. */
interface ValidatedInputBox {
  readonly input: InputBox;
  /** Shows a problem or a warning about the value; undefined for none. */
  readonly showProblem: (problem: string | undefined, severity?: 'warning') => void;
}

/** Creates an input box. */
export function createInputBox({ placeholder, prompt, title }: InputBoxTexts): ValidatedInputBox {
  const input = vscode.window.createInputBox();
  input.title = surfaceText('inputTitle', title);
  input.prompt = prompt === undefined ? undefined : surfaceText('inputMessage', prompt);
  input.placeholder =
    placeholder === undefined ? undefined : surfaceText('inputPlaceholder', placeholder);
  const showProblem = (problem: string | undefined, severity?: 'warning'): void => {
    input.validationMessage =
      problem === undefined
        ? undefined
        : {
            message: surfaceText('inputMessage', problem),
            severity:
              severity === 'warning'
                ? vscode.InputBoxValidationSeverity.Warning
                : vscode.InputBoxValidationSeverity.Error,
          };
  };
  return { input, showProblem };
}

/** Asks the user for text; returns undefined if cancelled. `problemOf` returns the problem with a value, if any. */
export async function showInputBox(
  { placeholder, prompt, title }: InputBoxTexts,
  {
    problemOf,
    ...options
  }: Pick<vscode.InputBoxOptions, 'ignoreFocusOut' | 'password' | 'value'> & {
    readonly problemOf?: (value: string) => string | undefined;
  },
): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    ...options,
    title: surfaceText('inputTitle', title),
    ...(prompt === undefined ? {} : { prompt: surfaceText('inputMessage', prompt) }),
    ...(placeholder === undefined
      ? {}
      : { placeHolder: surfaceText('inputPlaceholder', placeholder) }),
    validateInput: (value) => {
      const problem = problemOf?.(value);
      return problem === undefined ? undefined : surfaceText('inputMessage', problem);
    },
  });
}
