import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { person } from './person.ts';
import { untilReviewed } from './untilReviewed.ts';

/** A run that a command has begun. */
export interface BegunRun {
  /** Resolves when its command does. */
  readonly ended: Thenable<unknown>;
}

/** Replaces a word in the names of the labels that have it, until the run of that has begun. */
export async function replaceName(name: string): Promise<BegunRun> {
  const ended = vscode.commands.executeCommand(commandIds.replaceInLabels);
  await person.pickItem('Name');
  await person.typeText('Text to find', name);
  await person.typeText('Replacement', `${name}, changed`);
  const review = await untilReviewed(name);
  const [button] = /Apply .+ Changes?/.exec(review) ?? [];
  await person.pressReviewButton(button ?? assert.fail(review));
  return { ended };
}
