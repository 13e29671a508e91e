import type { Measurement } from './row.ts';

/** A file of the folder `subjects`, which measures something. */
export interface Subject {
  /** Reason to measure it, in a sentence that a user understands. */
  readonly why: string;
  readonly measure: () => Promise<Measurement>;
  /** Whether it starts VS Code with the packaged extension. */
  readonly needsWindow: boolean;
}

/**
 * All that is measured. To add a row, add it to what its subject's file returns; to add a subject, add a
 * file to `subjects` and name it here. A subject is loaded when its turn comes.
 */
export const subjects: Readonly<Record<string, Subject>> = {
  clientPages: {
    why: 'A list comes as fast as the network and the service let it.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/clientPages.ts')).measureClientPages(),
  },
  labelLoading: {
    why: 'All labels of a large tenant are there as soon as the service can send them.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelLoading.ts')).measureLabelLoading(),
  },
  labelMemory: {
    why: 'All labels of a large tenant fit into the memory of a window.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelMemory.ts')).measureLabelMemory(),
  },
  labelChanges: {
    why: 'A bulk change takes as long as its requests, and the window can be used meanwhile.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelChanges.ts')).measureLabelChanges(),
  },
  changesScale: {
    why: 'Reviews and comparisons of a large tenant do not make the window stand still.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/changesScale.ts')).measureChangesScale(),
  },
  labelExport: {
    why: 'An export takes as long as fetching the labels.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelExport.ts')).measureLabelExport(),
  },
  spreadsheet: {
    why: 'A workbook of a large tenant takes seconds, and the window can be used meanwhile.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/spreadsheet.ts')).measureSpreadsheet(),
  },
  labelImport: {
    why: 'A large file is read in a moment, and the window can be used meanwhile.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelImport.ts')).measureLabelImport(),
  },
  sandboxRequests: {
    why: 'Who tests against the sandbox does not wait for it.',
    needsWindow: false,
    measure: async () =>
      await (await import('./subjects/sandboxRequests.ts')).measureSandboxRequests(),
  },
  firstRow: {
    why: 'The first look at the labels takes no longer than one at a view of VS Code.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/firstRow.ts')).measureFirstRow(),
  },
  viewRestored: {
    why: 'A window that was closed with the labels in sight opens with them.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/viewRestored.ts')).measureViewRestored(),
  },
  activation: {
    why: 'Other extensions of the window are not kept waiting by this one.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/activation.ts')).measureActivation(),
  },
  treeLoading: {
    why: 'Load All Labels takes as long as its requests.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/treeLoading.ts')).measureTreeLoading(),
  },
  loadMore: {
    why: 'The next page comes as fast in a long list as in a short one.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/loadMore.ts')).measureLoadMore(),
  },
  filtering: {
    why: 'A filter and a refresh show at once what they bring.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/filtering.ts')).measureFiltering(),
  },
  find: {
    why: 'Find Label follows the keys.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/find.ts')).measureFind(),
  },
  formOpening: {
    why: 'A label opens as fast as any document.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/formOpening.ts')).measureFormOpening(),
  },
  tabSwitching: {
    why: 'Going from one open label to another takes no longer than with text.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/tabSwitching.ts')).measureTabSwitching(),
  },
  formTyping: {
    why: 'Typing in a form is not held up.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/formTyping.ts')).measureFormTyping(),
  },
  statuses: {
    why: 'Setting the status of many labels takes little more than sending the requests.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/statuses.ts')).measureStatuses(),
  },
  review: {
    why: 'All changes are seen at once before they are sent, however many.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/review.ts')).measureReview(),
  },
  tableScale: {
    why: 'A table of a large tenant does not make the window stand still.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/tableScale.ts')).measureTableScale(),
  },
  table: {
    why: 'A table of a large tenant is edited, sorted and filtered as if it were small.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/table.ts')).measureTable(),
  },
  rest: {
    why: 'A window that nobody touches sends nothing.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/rest.ts')).measureRest(),
  },
  repetition: {
    why: 'A window that is used all day does not grow.',
    needsWindow: true,
    measure: async () => await (await import('./subjects/repetition.ts')).measureRepetition(),
  },
  growth: {
    why: 'Ten times as many labels take no more than ten times as long.',
    needsWindow: false,
    measure: async () => await (await import('./subjects/growth.ts')).measureGrowth(),
  },
};
