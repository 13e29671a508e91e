import type { ClientApp } from './core/account/clientApp.ts';

/** Identifier of the extension in the marketplace, `publisher.name`. */
export const extensionId = 'workforce-tools.workforce-labels';

/** URI at which the browser returns to VS Code; `uriScheme` is VS Code's own scheme. */
export function callbackUri(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Commands, by the name used in the code. The manifest declares the same set. */
export const commandIds = {
  getStarted: 'workforce.gettingStarted',
  addConnection: 'workforce.addConnection',
  editConnection: 'workforce.editConnection',
  removeConnection: 'workforce.removeConnection',
  setClientSecret: 'workforce.setClientSecret',
  signIn: 'workforce.signIn',
  copySignInLink: 'workforce.copySignInLink',
  pasteCallbackUrl: 'workforce.pasteCallbackUrl',
  signOut: 'workforce.signOut',
  signOutAll: 'workforce.signOutAll',
  renameAccount: 'workforce.renameAccount',
  accountDetails: 'workforce.accountDetails',
  testConnection: 'workforce.testConnection',
  refreshLabels: 'workforce.labels.refresh',
  filterLabels: 'workforce.labels.filter',
  clearLabelFilter: 'workforce.labels.clearFilter',
  saveLabelFilter: 'workforce.labels.saveFilter',
  showDuplicateLabels: 'workforce.labels.duplicates',
  findLabel: 'workforce.labels.find',
  loadMoreLabels: 'workforce.labels.loadMore',
  loadAllLabels: 'workforce.labels.loadAll',
  editLabel: 'workforce.labels.edit',
  editLabelAsJson: 'workforce.labels.editAsJson',
  openFocusedRow: 'workforce.labels.openFocusedRow',
  saveAndNext: 'workforce.labels.saveAndNext',
  renameLabel: 'workforce.labels.rename',
  setLabelStatus: 'workforce.labels.setStatus',
  replaceInLabels: 'workforce.labels.replace',
  selectLabelsByList: 'workforce.labels.selectByList',
  compareAccounts: 'workforce.labels.compareAccounts',
  openLabelTable: 'workforce.labels.openTable',
  editTableAsText: 'workforce.labels.editTableAsText',
  exportLabels: 'workforce.labels.export',
  importLabels: 'workforce.labels.import',
  undoLabelChanges: 'workforce.labels.undoChanges',
  redoLabelChanges: 'workforce.labels.redoChanges',
  undoChanges: 'workforce.changes.undo',
  redoChanges: 'workforce.changes.redo',
  retryFailedChanges: 'workforce.changes.retryFailed',
  resumeChanges: 'workforce.changes.goOn',
  showConflicts: 'workforce.changes.showConflicts',
  exportChanges: 'workforce.changes.export',
  showLabelChanges: 'workforce.labels.showChanges',
  copyLabelId: 'workforce.labels.copyId',
  copyLabelCode: 'workforce.labels.copyCode',
  copyLabelName: 'workforce.labels.copyName',
  copyLabelRows: 'workforce.labels.copyRows',
  copyLabelLink: 'workforce.labels.copyLink',
  startSandbox: 'workforce.sandbox.start',
  stopSandbox: 'workforce.sandbox.stop',
  showDiagnostics: 'workforce.diagnostics',
  showLog: 'workforce.showLog',
} as const;

/** One of the extension's command ids. */
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/**
 * Commands in the title of the labels view that apply to the view rather than a row, and ask for what they
 * need. VS Code runs a command of `view/title` on the focused row, like a command of that row, so each of
 * them has a separate id in `view/title`.
 */
export const viewTitleCommands = [
  commandIds.signIn,
  commandIds.signOut,
  commandIds.renameAccount,
  commandIds.accountDetails,
  commandIds.testConnection,
  commandIds.clearLabelFilter,
  commandIds.replaceInLabels,
  commandIds.compareAccounts,
  commandIds.openLabelTable,
  commandIds.exportLabels,
] as const satisfies readonly CommandId[];

/** Returns the id of a command in `view/title`. */
export function viewTitleId(id: (typeof viewTitleCommands)[number]): string {
  return `${id}.viewTitle`;
}

/** Arguments that VS Code passes to a command of a row: that row and all selected rows. */
type RowArguments = [row?: unknown, rows?: unknown];

/**
 * Arguments of a command for an account: its row in the view or its id; by default, the only account or the
 * user's choice.
 */
type AccountArguments = [target?: unknown, rows?: unknown];

/** Arguments of commands that are not run on rows. */
interface OtherArguments {
  /** `by` is `click` for a click on a row, which shows the label as a preview, as in the Explorer. */
  [commandIds.editLabel]: [row?: unknown, by?: 'click'];
  /** Name of the connection; by default, the user's choice. */
  [commandIds.editConnection]: [name?: string];
  /** Name of the connection; by default, the user's choice. */
  [commandIds.removeConnection]: [name?: string];
  /** App whose secret is set; by default, the app of a connection that the user picks. */
  [commandIds.setClientSecret]: [app?: ClientApp];
  [commandIds.signIn]: AccountArguments;
  [commandIds.copySignInLink]: AccountArguments;
  [commandIds.signOut]: AccountArguments;
  [commandIds.renameAccount]: AccountArguments;
  [commandIds.accountDetails]: AccountArguments;
  [commandIds.testConnection]: AccountArguments;
  /** Id of the run; by default, the last run. */
  [commandIds.undoLabelChanges]: [run?: string];
  /** Id of the run; by default, the last run. */
  [commandIds.redoLabelChanges]: [run?: string];
}

/** Arguments of each command. All are optional, as commands can also be run from the Command Palette. */
export type CommandArguments = OtherArguments &
  Record<Exclude<CommandId, keyof OtherArguments>, RowArguments>;

/** Full keys of the settings. */
export const settingIds = {
  connections: 'workforce.connections',
  pageSize: 'workforce.labels.pageSize',
  statusNames: 'workforce.labels.statusNames',
  requestTimeout: 'workforce.request.timeout',
  unauthorizedCodes: 'workforce.request.unauthorizedCodes',
  invalidGrantCodes: 'workforce.request.invalidGrantCodes',
  journalDays: 'workforce.changes.journalDays',
  journalMegabytes: 'workforce.changes.journalMegabytes',
} as const;

/** Context keys for `when` clauses of the manifest. */
export const contextKeys = {
  notStarted: 'workforce.notStarted',
  accountsKnown: 'workforce.accountsKnown',
  signedIn: 'workforce.signedIn',
  signInsUnreadable: 'workforce.signInsUnreadable',
  labelsFiltered: 'workforce.labels.filtered',
  allReadOnly: 'workforce.labels.allReadOnly',
  canUndoLabelChanges: 'workforce.labels.canUndoChanges',
  canRedoLabelChanges: 'workforce.labels.canRedoChanges',
  noChanges: 'workforce.changes.empty',
  sandboxRunning: 'workforce.sandboxRunning',
  hasConnections: 'workforce.hasConnections',
} as const;

/** The walkthrough. */
export const walkthroughId = 'workforce.gettingStarted';

/** User actions that complete a step of the walkthrough, each with the id of that step. */
export const accomplishments = {
  signedIn: 'workforce.gettingStarted.connect',
  labelFound: 'workforce.gettingStarted.find',
  labelSaved: 'workforce.gettingStarted.correct',
  labelsChanged: 'workforce.gettingStarted.many',
  changesUndone: 'workforce.gettingStarted.undo',
} as const;

/** User action that completes a step of the walkthrough. */
export type Accomplishment = keyof typeof accomplishments;

/** Views and their container. */
export const viewIds = {
  container: 'workforce',
  labels: 'workforce.labels',
  changes: 'workforce.changes',
} as const;

/** The authentication provider. */
export const authenticationProviderId = 'workforce';

/** Language model tools. */
export const toolNames = [
  'workforce_searchLabels',
  'workforce_getLabel',
  'workforce_proposeLabelChanges',
] as const;

/** Name of a language model tool. */
export type ToolName = (typeof toolNames)[number];

/** Scheme and language of the read-only texts about bulk changes: old and new values, and problems. */
export const labelChangesScheme = 'workforce-label-changes';

/** Language of a label document. */
export const labelLanguageId = 'workforce-label';

/** View type of the label form. */
export const labelFormViewType = 'workforce.labelForm';

/** Language of a table of labels. */
export const labelTableLanguageId = 'workforce-label-table';

/** View type of a table of labels. */
export const labelTableViewType = 'workforce.labelTable';

/** View type of a review of changes. */
export const reviewViewType = 'workforce.review';
