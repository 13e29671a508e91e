import type { Measurement } from './row.ts';

/** A file of this folder that measures something. */
export interface Subject {
  readonly measure: () => Promise<Measurement>;
  /** Whether it starts VS Code with the packaged extension. */
  readonly needsWindow: boolean;
}

/**
 * All that is measured. To add a row, add it to what its subject's file returns; to add a subject, add a
 * file and name it here. A subject is loaded when its turn comes.
 */
export const subjects: Readonly<Record<string, Subject>> = {
  clientPages: {
    needsWindow: false,
    measure: async () => await (await import('./clientPages.ts')).measureClientPages(),
  },
  labelLoading: {
    needsWindow: false,
    measure: async () => await (await import('./labelLoading.ts')).measureLabelLoading(),
  },
  labelMemory: {
    needsWindow: false,
    measure: async () => await (await import('./labelMemory.ts')).measureLabelMemory(),
  },
  labelChanges: {
    needsWindow: false,
    measure: async () => await (await import('./labelChanges.ts')).measureLabelChanges(),
  },
  changesScale: {
    needsWindow: false,
    measure: async () => await (await import('./changesScale.ts')).measureChangesScale(),
  },
  labelExport: {
    needsWindow: false,
    measure: async () => await (await import('./labelExport.ts')).measureLabelExport(),
  },
  labelImport: {
    needsWindow: false,
    measure: async () => await (await import('./labelImport.ts')).measureLabelImport(),
  },
  sandboxRequests: {
    needsWindow: false,
    measure: async () => await (await import('./sandboxRequests.ts')).measureSandboxRequests(),
  },
  firstRow: {
    needsWindow: true,
    measure: async () => await (await import('./firstRow.ts')).measureFirstRow(),
  },
  activation: {
    needsWindow: true,
    measure: async () => await (await import('./activation.ts')).measureActivation(),
  },
  treeLoading: {
    needsWindow: true,
    measure: async () => await (await import('./treeLoading.ts')).measureTreeLoading(),
  },
  loadMore: {
    needsWindow: true,
    measure: async () => await (await import('./loadMore.ts')).measureLoadMore(),
  },
  find: {
    needsWindow: true,
    measure: async () => await (await import('./find.ts')).measureFind(),
  },
  formOpening: {
    needsWindow: true,
    measure: async () => await (await import('./formOpening.ts')).measureFormOpening(),
  },
  formTyping: {
    needsWindow: true,
    measure: async () => await (await import('./formTyping.ts')).measureFormTyping(),
  },
  growth: {
    needsWindow: false,
    measure: async () => await (await import('./growth.ts')).measureGrowth(),
  },
};
