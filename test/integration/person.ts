import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  personAddressVariable,
  personAnswerSchema,
  type PersonRequest,
} from '../workbench/personProtocol.ts';
import { eventually } from './eventually.ts';

/** What the person decides on the authorize page; user and tenant by id or name. */
export type Decision = Omit<Extract<PersonRequest, { kind: 'decide' }>, 'kind'>;

/** The person at the window of this VS Code. All throw where it cannot be done. */
export const person = {
  /** Whether there is one. */
  isThere: process.env[personAddressVariable] !== undefined,
  /** Types into the quick input whose texts contain `heading`, and presses Enter. */
  typeText: async (heading: string, text: string): Promise<void> => {
    await ask({ kind: 'typeText', heading, text });
  },
  /** Picks a row of the open quick pick. */
  pickItem: async (label: string): Promise<void> => {
    await ask({ kind: 'pickItem', label });
  },
  /** The accessible names of the rows of the open quick pick. */
  items: async (): Promise<readonly string[]> => await ask({ kind: 'readItems' }),
  /** The accessible name of the one that Enter would choose, if there is one. */
  focusedItem: async (): Promise<string | undefined> => (await ask({ kind: 'readFocusedItem' }))[0],
  /** Clicks the row of the open quick pick whose accessible name begins with `name`. */
  clickItem: async (name: string): Promise<void> => {
    await ask({ kind: 'clickItem', name });
  },
  /** As `clickItem`, unless the row goes meanwhile. */
  clickItemInSight: async (name: string): Promise<void> => {
    await ask({ kind: 'clickItemInSight', name });
  },
  /** Notes from now on what is chosen in quick picks. */
  watchChoices: async (): Promise<void> => {
    await ask({ kind: 'watchChoices' });
  },
  /** What was chosen since it was asked for last: how, the text and the row, in a line each. */
  choices: async (): Promise<readonly string[]> => await ask({ kind: 'readChoices' }),
  /** Presses a key, named as in the DOM, such as `Control+KeyS`, or several with spaces between them. */
  pressKey: async (key: string): Promise<void> => {
    await ask({ kind: 'pressKey', key });
  },
  /** Decides on the authorize page, once it has popped up. */
  decide: async (decision: Decision): Promise<void> => {
    await ask({ kind: 'decide', ...decision });
  },
  /** The notifications that are shown. */
  notifications: async (): Promise<readonly string[]> => {
    await vscode.commands.executeCommand('notifications.showList');
    return await ask({ kind: 'readNotifications' });
  },
  /** The accessible names of the notifications that are shown, which a screen reader reads. */
  notificationNames: async (): Promise<readonly string[]> => {
    await vscode.commands.executeCommand('notifications.showList');
    return await ask({ kind: 'readNotificationNames' });
  },
  /** The buttons inside the notification that contains `text`. */
  notificationButtons: async (text: string): Promise<readonly string[]> =>
    await ask({ kind: 'readNotificationButtons', text }),
  /**
   * Clears the notifications away. VS Code goes on showing one, closed, that came while it showed that there are
   * none, unless it was asked once more to show them all.
   */
  clearNotifications: async (): Promise<void> => {
    await vscode.commands.executeCommand('notifications.showList');
    await vscode.commands.executeCommand('notifications.clearAll');
  },
  /** Leaves no sign-in waiting for the browser, and none of their pages open. */
  giveUpSignIns: async (): Promise<void> => {
    await eventually(async () => {
      await vscode.commands.executeCommand('notifications.showList');
      assert.deepEqual(await ask({ kind: 'giveUpSignIns' }), []);
    });
  },
  /** Clicks a button or a link of the notification that contains `text`, once it is shown. */
  clickNotification: async (text: string, button: string): Promise<void> => {
    await eventually(async () => {
      await vscode.commands.executeCommand('notifications.showList');
      await ask({ kind: 'clickNotification', text, button });
    });
  },
  /** Presses a button of the modal dialog that contains `text`, once it is shown. */
  pressDialogButton: async (text: string, button: string): Promise<void> => {
    await ask({ kind: 'pressDialogButton', text, button });
  },
  /** What the modal dialogs say that are shown. */
  dialogs: async (): Promise<readonly string[]> => await ask({ kind: 'readDialogs' }),
  /** The accessible names of the rows in the sidebar that are in sight. */
  rows: async (): Promise<readonly string[]> => await ask({ kind: 'readRows' }),
  /** The accessible names of those that are selected. */
  selectedRows: async (): Promise<readonly string[]> => await ask({ kind: 'readSelectedRows' }),
  /** Clicks the row whose accessible name begins with `name`. */
  clickRow: async (name: string): Promise<void> => {
    await ask({ kind: 'clickRow', name });
  },
  /** Clicks the first row whose accessible name begins with `name`, unless there is none or it goes meanwhile. */
  clickRowInSight: async (name: string): Promise<void> => {
    await ask({ kind: 'clickRowInSight', name });
  },
  /** Folds a view of the sidebar, unless it is folded: its rows are rows, too. */
  foldView: async (name: string): Promise<void> => {
    await ask({ kind: 'foldView', name });
  },
  /** Clicks a field of the form that is shown. */
  clickField: async (name: string): Promise<void> => {
    await ask({ kind: 'clickField', name });
  },
  /** All that the review says that is shown. */
  review: async (): Promise<string> => (await ask({ kind: 'readReview' })).join('\n'),
  /** Presses a button of the review that is shown. */
  pressReviewButton: async (name: string): Promise<void> => {
    await ask({ kind: 'pressReviewButton', name });
  },
  /** Clicks the tick of a row of the review that is shown. */
  tickReviewRow: async (name: string): Promise<void> => {
    await ask({ kind: 'tickReviewRow', name });
  },
  /** The accessible name of what has the keyboard's focus. */
  focus: async (): Promise<readonly string[]> => await ask({ kind: 'readFocus' }),
  /** Turns to another tab of the browser, and comes back. */
  leaveAndReturn: async (): Promise<void> => {
    await ask({ kind: 'leaveAndReturn' });
  },
  /** The queries of all addresses that tabs other than VS Code's have been at. */
  visitedQueries: async (): Promise<readonly string[]> => await ask({ kind: 'readVisitedQueries' }),
  /** What the window says, one line for each of its parts. */
  window: async (): Promise<readonly string[]> => await ask({ kind: 'describeWindow' }),
  /** Saves what the window shows as dist/integrationScreenshots/NAME.png. */
  takeScreenshot: async (name: string): Promise<void> => {
    await ask({ kind: 'takeScreenshot', name });
  },
} as const;

async function ask(request: PersonRequest): Promise<readonly string[]> {
  const address = process.env[personAddressVariable];
  if (address === undefined) {
    throw new Error('There is no person at the window of this VS Code.');
  }
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(request) });
  const answer = personAnswerSchema.parse(await response.json());
  if (answer.outcome === 'failed') {
    throw new Error(`The person could not do it: ${answer.message}`);
  }
  return answer.texts;
}
