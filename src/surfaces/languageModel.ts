import * as vscode from 'vscode';
import { surfaceText } from '../core/text/surfaceText.ts';
import { markdown } from './markdown.ts';

/** Result of a tool: `value` as JSON. */
export function toolResult(value: object): vscode.LanguageModelToolResult {
  const text = surfaceText('languageModel', JSON.stringify(value));
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Message and confirmation for the user before a tool runs. VS Code renders Markdown there. */
export function toolPreparation(
  announcement: string,
  title: string,
  question: string,
): vscode.PreparedToolInvocation {
  return {
    invocationMessage: markdown(announcement),
    confirmationMessages: { title, message: markdown(question) },
  };
}
