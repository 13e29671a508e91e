// What the label form begins with, and the messages between it and the extension. The form runs in a browser: this file
// imports nothing of either side.
import * as z from 'zod/mini';

/** A field that can be edited, and what the form needs to make a row of it. */
const formFieldSchema = z.object({
  name: z.string(),
  /** What people call it. */
  title: z.string(),
  kind: z.enum(['text', 'wholeNumber']),
});

/** A field that can be edited, and what the form needs to make a row of it. */
export type FormField = z.output<typeof formFieldSchema>;

const fieldStateSchema = z.object({
  name: z.string(),
  /** As it stands in the document, as a person types it. */
  value: z.string(),
  /** What the document was made from; undefined while that is not known. */
  original: z.optional(z.string()),
  /** What somebody else has put in its place at the service since. */
  theirs: z.optional(z.object({ value: z.string(), isConflict: z.boolean() })),
  /** What to look at before saving, though it can be saved. */
  warnings: z.array(z.string()),
  /** Why the value cannot be saved. */
  problem: z.optional(z.string()),
  /** The values that have names, for a field that is a whole number. */
  namedValues: z.array(z.object({ value: z.int(), name: z.string() })),
});

/** What the form shows of one field that can be edited. */
export type FieldState = z.output<typeof fieldStateSchema>;

const formStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('editable'),
    /** What the label is called in the document; empty if it has neither name nor code. */
    heading: z.string(),
    fields: z.array(fieldStateSchema),
    /** What the service sets by itself, in its order, as text. */
    readOnly: z.array(z.object({ name: z.string(), text: z.string() })),
    /** What else keeps the document from being saved. */
    otherProblems: z.array(z.string()),
    isDeleted: z.boolean(),
  }),
  /** The document is not a JSON object. */
  z.object({ kind: z.literal('unreadable'), message: z.string() }),
]);

/** What the form shows. */
export type FormState = z.output<typeof formStateSchema>;

/** What the form shows of a document that can be read. */
export type EditableFormState = Extract<FormState, { kind: 'editable' }>;

const saveStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saving') }),
  z.object({ kind: z.literal('saved') }),
  /** What was typed while it was saved is not. */
  z.object({ kind: z.literal('savedInPart') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

/** How far a save has come. */
export type FormSaveState = z.output<typeof saveStateSchema>;

const stateMessageSchema = z.object({
  type: z.literal('state'),
  /** Number of the last edit that the document holds. */
  acknowledged: z.int(),
  isDirty: z.boolean(),
  /** VS Code does not let the document be changed. */
  isReadOnly: z.boolean(),
  /** Who and where the label belongs to; empty while the account is not signed in. */
  account: z.string(),
  /** Whether there are labels before and after this one in the view. */
  neighbours: z.object({ previous: z.boolean(), next: z.boolean() }),
  /** When the label was last read, in milliseconds since the epoch. */
  readAt: z.optional(z.number()),
  form: formStateSchema,
});

/** The message from the extension to the form about its document. */
export type StateMessage = z.output<typeof stateMessageSchema>;

/** The element of the page that holds what the form begins with, as JSON. */
export const formBeginningId = 'beginning';

/** What the form begins with. */
export const formBeginningSchema = z.object({
  /** In the order in which they are shown. */
  fields: z.array(formFieldSchema),
  /** Translations, in the format of `@vscode/l10n`. */
  translations: z.optional(
    z.record(
      z.string(),
      z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
    ),
  ),
  /** As the document was when the page was made: out of date where the page is loaded again. */
  state: stateMessageSchema,
});

/** What the form begins with. */
export type FormBeginning = z.output<typeof formBeginningSchema>;

/** The messages from the extension to the form. */
export const messageToFormSchema = z.discriminatedUnion('type', [
  stateMessageSchema,
  z.object({ type: z.literal('save'), state: saveStateSchema }),
]);

/** The messages from the extension to the form. */
export type MessageToForm = z.output<typeof messageToFormSchema>;

/** The messages from the form to the extension. */
export const messageFromFormSchema = z.discriminatedUnion('type', [
  /** The form is loaded and listens. */
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('edit'),
    /** Counts the edits of this form from 1. */
    sequence: z.int(),
    /** Edits with the same number are undone together. */
    step: z.int(),
    /** Name of the field. */
    field: z.string(),
    /** What the field showed before. */
    base: z.string(),
    value: z.string(),
  }),
  /** Undo or redo; counted with the edits. */
  z.object({ type: z.literal('step'), sequence: z.int(), step: z.enum(['undo', 'redo']) }),
  /** The person has decided about a field that somebody else has changed to `theirs`. */
  z.object({ type: z.literal('decided'), field: z.string(), theirs: z.string() }),
  z.object({ type: z.literal('save') }),
  z.object({ type: z.literal('discard') }),
  /** Ask the service again. */
  z.object({ type: z.literal('refresh') }),
  z.object({ type: z.literal('openAsJson') }),
  /** Opens the label that stands before or after this one in the view. */
  z.object({ type: z.literal('go'), to: z.enum(['previous', 'next']) }),
  z.object({ type: z.literal('copy'), what: z.enum(['id', 'code', 'name']) }),
  /** Shows the label in the view. */
  z.object({ type: z.literal('reveal') }),
  /** A message to the form did not fit. */
  z.object({ type: z.literal('dropped'), detail: z.string() }),
]);

/** The messages from the form to the extension. */
export type MessageFromForm = z.output<typeof messageFromFormSchema>;
