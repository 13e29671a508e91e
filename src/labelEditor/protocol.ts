// Initial data of the label form, and its messages to and from the extension. The form runs in a browser:
// this file imports no code of either side.
import * as z from 'zod/mini';
import type { MadeText } from '../core/text/madeText.ts';
import { translationsSchema } from '../webview/pageProtocol.ts';

/** Text made by `surfaceText` for the surface `form`; the values of inputs are plain strings. */
export type FormText = MadeText<'form'>;

const formTextSchema = z.custom<FormText>((text) => typeof text === 'string');

/** Editable field, with the data for its row in the form. */
const formFieldSchema = z.object({
  name: z.string(),
  /** Display name. */
  title: z.string(),
  kind: z.enum(['text', 'wholeNumber']),
});

/** Editable field, with the data for its row in the form. */
export type FormField = z.output<typeof formFieldSchema>;

const fieldValue = {
  /** Editable text, for inputs. */
  value: z.string(),
  /** Display text, with the value's name if it has one. */
  text: formTextSchema,
} as const;

const fieldStateSchema = z.object({
  name: z.string(),
  /** Value in the document. */
  ...fieldValue,
  /** Value that the document was made from; undefined while unknown. */
  original: z.optional(z.object(fieldValue)),
  /** Value that somebody else has since stored in the service. */
  theirs: z.optional(z.object({ ...fieldValue, isConflict: z.boolean() })),
  /** Warnings that do not prevent saving. */
  warnings: z.array(formTextSchema),
  /** Reason why the value cannot be saved. */
  problem: z.optional(formTextSchema),
  /** Values of a whole-number field that have a name or are in use. */
  knownValues: z.array(z.object({ value: z.int(), text: formTextSchema })),
});

/** State of an editable field in the form. */
export type FieldState = z.output<typeof fieldStateSchema>;

const formStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('editable'),
    /** Title of the label in the document; empty if it has neither name nor code. */
    heading: formTextSchema,
    fields: z.array(fieldStateSchema),
    /** Read-only fields as text, in the order of the service. */
    readOnly: z.array(z.object({ name: formTextSchema, text: formTextSchema })),
    /** Other problems that prevent saving. */
    otherProblems: z.array(formTextSchema),
    isDeleted: z.boolean(),
  }),
  /** The label cannot be read, and its document contains a placeholder. */
  z.object({
    kind: z.literal('unavailable'),
    /** Text that identifies the label. */
    heading: formTextSchema,
    message: formTextSchema,
    isSignInOffered: z.boolean(),
  }),
  /** The document is not a JSON object. */
  z.object({ kind: z.literal('unreadable'), message: formTextSchema }),
]);

/** State of the form. */
export type FormState = z.output<typeof formStateSchema>;

/** State of the form for a readable document. */
export type EditableFormState = Extract<FormState, { kind: 'editable' }>;

const saveStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saving') }),
  z.object({ kind: z.literal('saved') }),
  /** Saved, except for text typed during the save. */
  z.object({ kind: z.literal('savedInPart') }),
  z.object({ kind: z.literal('failed'), message: formTextSchema }),
]);

/** Progress of a save. */
export type FormSaveState = z.output<typeof saveStateSchema>;

const stateMessageSchema = z.object({
  type: z.literal('state'),
  /** Number of the last edit contained in the document. */
  acknowledged: z.int(),
  isDirty: z.boolean(),
  /** Reason why the document cannot be changed; `canSend` if unsaved changes can still be sent. */
  readOnly: z.optional(z.object({ reason: formTextSchema, canSend: z.boolean() })),
  /** Account and service of the label; empty while signed out. */
  account: formTextSchema,
  /** Availability of labels before and after this one in the view. */
  neighbors: z.object({ previous: z.boolean(), next: z.boolean() }),
  /** Time of the label's last read, in milliseconds since the epoch. */
  readAt: z.optional(z.number()),
  form: formStateSchema,
});

/** Message from the extension to the form about its document. */
export type StateMessage = z.output<typeof stateMessageSchema>;

/** Initial data of the form. */
export const formInitialDataSchema = z.object({
  /** Fields, in display order. */
  fields: z.array(formFieldSchema),
  translations: z.optional(translationsSchema),
  /** State when the page was created; outdated when VS Code reloads the page. */
  state: stateMessageSchema,
});

/** Initial data of the form. */
export type FormInitialData = z.output<typeof formInitialDataSchema>;

/** Schema of the messages from the extension to the form. */
export const messageToFormSchema = z.discriminatedUnion('type', [
  stateMessageSchema,
  z.object({ type: z.literal('save'), state: saveStateSchema }),
  /** Focuses a field and selects its text. */
  z.object({ type: z.literal('focus'), field: z.string() }),
]);

/** Message from the extension to the form. */
export type MessageToForm = z.output<typeof messageToFormSchema>;

/** Schema of the messages from the form to the extension. */
export const messageFromFormSchema = z.discriminatedUnion('type', [
  /** The form has loaded and listens. */
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('edit'),
    /** Number of the edit in this form, from 1. */
    sequence: z.int(),
    /** Group number; edits of one group are undone together. */
    step: z.int(),
    /** Name of the field. */
    field: z.string(),
    /** Previous value of the field. */
    base: z.string(),
    value: z.string(),
    /** True if the user has typed the value; programs can run VS Code's cut and paste commands. */
    isTyped: z.boolean(),
  }),
  /** Undo or redo, numbered with the edits. */
  z.object({ type: z.literal('step'), sequence: z.int(), step: z.enum(['undo', 'redo']) }),
  /** The user has resolved the conflict in a field that somebody else has changed to `theirs`. */
  z.object({ type: z.literal('decided'), field: z.string(), theirs: z.string() }),
  z.object({ type: z.literal('save') }),
  /** Saves, and opens the next label in the view. */
  z.object({ type: z.literal('saveAndNext') }),
  z.object({ type: z.literal('discard') }),
  /** Requests a refresh from the service. */
  z.object({ type: z.literal('refresh') }),
  /** Requests a sign-in to the label's account. */
  z.object({ type: z.literal('signIn') }),
  z.object({ type: z.literal('openAsJson') }),
  /** Opens the previous or next label in the view. */
  z.object({ type: z.literal('go'), to: z.enum(['previous', 'next']) }),
  z.object({ type: z.literal('copy'), what: z.enum(['id', 'code', 'name']) }),
  /** Reveals the label in the view. */
  z.object({ type: z.literal('reveal') }),
]);

/** Message from the form to the extension. */
export type MessageFromForm = z.output<typeof messageFromFormSchema>;
