import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';

/** A run that a command has begun. */
export interface BegunRun {
  /** Resolves when its command does. */
  readonly ended: Thenable<unknown>;
}

/** Replaces a word in the name of one label, until the run of that has begun. */
export async function replaceName(name: string): Promise<BegunRun> {
  const ended = vscode.commands.executeCommand(commandIds.replaceInLabels);
  await person.pickItem('Name');
  await person.typeText('What to find', name);
  await person.typeText('What to put in its place', `${name}, changed`);
  // The question of a run before this one may be on its way out still.
  await eventually(() => {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
  });
  await vscode.commands.executeCommand(commandIds.applyLabelChanges);
  return { ended };
}
