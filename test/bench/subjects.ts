import type { Measurement } from './row.ts';

/** A file of the folder `subjects`, which measures something. */
export interface Subject {
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
    needsWindow: false,
    measure: async () => await (await import('./subjects/clientPages.ts')).measureClientPages(),
  },
  labelLoading: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelLoading.ts')).measureLabelLoading(),
  },
  labelMemory: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelMemory.ts')).measureLabelMemory(),
  },
  labelChanges: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelChanges.ts')).measureLabelChanges(),
  },
  changesScale: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/changesScale.ts')).measureChangesScale(),
  },
  labelExport: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelExport.ts')).measureLabelExport(),
  },
  labelImport: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/labelImport.ts')).measureLabelImport(),
  },
  sandboxRequests: {
    needsWindow: false,
    measure: async () =>
      await (await import('./subjects/sandboxRequests.ts')).measureSandboxRequests(),
  },
  firstRow: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/firstRow.ts')).measureFirstRow(),
  },
  activation: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/activation.ts')).measureActivation(),
  },
  treeLoading: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/treeLoading.ts')).measureTreeLoading(),
  },
  loadMore: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/loadMore.ts')).measureLoadMore(),
  },
  find: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/find.ts')).measureFind(),
  },
  formOpening: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/formOpening.ts')).measureFormOpening(),
  },
  formTyping: {
    needsWindow: true,
    measure: async () => await (await import('./subjects/formTyping.ts')).measureFormTyping(),
  },
  growth: {
    needsWindow: false,
    measure: async () => await (await import('./subjects/growth.ts')).measureGrowth(),
  },
};
