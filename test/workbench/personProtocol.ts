import * as z from 'zod';

/** The environment variable that holds the address of the endpoint through which a person is asked. */
export const personAddressVariable = 'TEST_PERSON';

/** Requests to a person at the window of VS Code. Texts are those that a person reads. */
export const personRequestSchema = z.discriminatedUnion('kind', [
  /** Types into the open quick input whose texts contain `heading`, and presses Enter. */
  z.object({ kind: z.literal('typeText'), heading: z.string(), text: z.string() }),
  /** Picks a row of the open quick pick by its label. */
  z.object({ kind: z.literal('pickItem'), label: z.string() }),
  /** Returns the accessible names of the rows of the open quick pick. */
  z.object({ kind: z.literal('readItems') }),
  /** Returns the accessible name of the row of the open quick pick that Enter would choose, if there is one. */
  z.object({ kind: z.literal('readFocusedItem') }),
  /** Clicks the row of the open quick pick whose accessible name begins with `name`. */
  z.object({ kind: z.literal('clickItem'), name: z.string() }),
  /** Does what `clickItem` does, unless the row disappears first. */
  z.object({ kind: z.literal('clickItemInSight'), name: z.string() }),
  /** Notes from now on what is chosen in quick picks. */
  z.object({ kind: z.literal('watchChoices') }),
  /** Returns what was chosen since it was asked for last, three lines each; see `ChoicesInPicks`. */
  z.object({ kind: z.literal('readChoices') }),
  /** Presses a key, named as in the DOM, such as `Control+KeyS`, or several with spaces between them. */
  z.object({ kind: z.literal('pressKey'), key: z.string() }),
  /** Decides on the authorize page that has popped up; user and tenant by id or name. */
  z.object({
    kind: z.literal('decide'),
    decision: z.enum(['approve', 'deny']),
    user: z.string().optional(),
    tenant: z.string().optional(),
  }),
  /** Cancels the sign-ins that wait for the browser, and closes their pages; returns their notifications. */
  z.object({ kind: z.literal('giveUpSignIns') }),
  /** Returns the texts of the notifications that are shown. */
  z.object({ kind: z.literal('readNotifications') }),
  /** Returns the accessible names of the notifications that are shown, which a screen reader reads. */
  z.object({ kind: z.literal('readNotificationNames') }),
  z.object({ kind: z.literal('readNotificationButtons'), text: z.string() }),
  /** Clicks a button of the notification that contains `text`, or what the status bar has for it. */
  z.object({ kind: z.literal('clickNotification'), text: z.string(), button: z.string() }),
  /** Presses a button of the modal dialog that contains `text`, once it is shown. */
  z.object({ kind: z.literal('pressDialogButton'), text: z.string(), button: z.string() }),
  /** Returns what the modal dialogs say that are shown. */
  z.object({ kind: z.literal('readDialogs') }),
  /** Returns the accessible names of the rows of the view in the sidebar that are in sight. */
  z.object({ kind: z.literal('readRows') }),
  /** Clicks the row whose accessible name begins with `name`. */
  z.object({ kind: z.literal('clickRow'), name: z.string() }),
  /** Clicks the first row whose accessible name begins with `name`, unless there is none or it goes meanwhile. */
  z.object({ kind: z.literal('clickRowInSight'), name: z.string() }),
  /** Returns the text of the focused or selected row of the view in the sidebar. */
  z.object({ kind: z.literal('readSelectedRows') }),
  /** Turns to another tab of the browser, and comes back. */
  z.object({ kind: z.literal('leaveAndReturn') }),
  /** Folds a view of the sidebar, unless it is folded. */
  z.object({ kind: z.literal('foldView'), name: z.string() }),
  /** Clicks a field of the form that is shown. */
  z.object({ kind: z.literal('clickField'), name: z.string() }),
  /** Returns the lines of the review that is shown: title, account, facts, rows and counts. */
  z.object({ kind: z.literal('readReview') }),
  /** Presses a button of the review that is shown. */
  z.object({ kind: z.literal('pressReviewButton'), name: z.string() }),
  /** Clicks the tick of the row in the review that has this name. */
  z.object({ kind: z.literal('tickReviewRow'), name: z.string() }),
  /** Returns the accessible name of what has the keyboard's focus. */
  z.object({ kind: z.literal('readFocus') }),
  /** Returns the queries of all addresses that tabs other than VS Code's own have been at. */
  z.object({ kind: z.literal('readVisitedQueries') }),
  /** Returns what the window says, one line for each of its parts. */
  z.object({ kind: z.literal('describeWindow') }),
  /** Saves what the window shows as dist/integrationScreenshots/NAME.png. */
  z.object({ kind: z.literal('takeScreenshot'), name: z.string() }),
]);

/** See {@link personRequestSchema}. */
export type PersonRequest = z.infer<typeof personRequestSchema>;

/** Result of a request: texts where some were requested. */
export const personAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done'), texts: z.array(z.string()) }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);

/** See {@link personAnswerSchema}. */
export type PersonAnswer = z.infer<typeof personAnswerSchema>;
