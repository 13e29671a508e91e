import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { toolNames } from '../ids.ts';
import type { UseLabelToolOptions } from './useLabelTool.ts';

/** Offers the labels to language models, by VS Code's tools. What these do is loaded when one is first used. */
export function registerLabelTools(options: UseLabelToolOptions): Disposable {
  const registrations = new DisposableStore();
  for (const name of toolNames) {
    registrations.add(
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) => {
          const { prepareLabelTool } = await import('./useLabelTool.ts');
          return await prepareLabelTool(name, input, options);
        },
        invoke: async ({ input }, token) => {
          const { invokeLabelTool } = await import('./useLabelTool.ts');
          return await invokeLabelTool(name, input, options, token);
        },
      }),
    );
  }
  return registrations;
}
