import type { ClientApp } from './core/account/clientApp.ts';

/** Identifier of the extension in the marketplace, `publisher.name`. */
export const extensionId = 'workforce-tools.workforce-labels';

/** Where the browser returns to VS Code itself, whose own URI scheme is `uriScheme`. */
export function callbackUri(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Commands, by the name that the code uses for them. The manifest declares the same set. */
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
  setLabelStatus: 'workforce.labels.setStatus',
  replaceInLabels: 'workforce.labels.replace',
  selectLabelsByList: 'workforce.labels.selectByList',
  compareAccounts: 'workforce.labels.compareAccounts',
  exportLabels: 'workforce.labels.export',
  importLabels: 'workforce.labels.import',
  applyLabelChanges: 'workforce.labels.applyChanges',
  undoLabelChanges: 'workforce.labels.undoChanges',
  undoChanges: 'workforce.changes.undo',
  retryFailedChanges: 'workforce.changes.retryFailed',
  goOnWithChanges: 'workforce.changes.goOn',
  showConflicts: 'workforce.changes.showConflicts',
  exportChanges: 'workforce.changes.export',
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

/** With what VS Code calls a command on a row of the view: that row and all selected ones, which the view knows. */
type RowArguments = [row?: unknown, rows?: unknown];

/** Which account: its row in the view or its id. By default the only one, or the one that the user picks. */
type AccountArguments = [target?: unknown, rows?: unknown];

/** The arguments of commands that are not called on rows. */
interface OtherArguments {
  [commandIds.editLabel]: [row?: unknown, focus?: 'preserveFocus'];
  /** Name of the connection; by default the one that the user picks. */
  [commandIds.editConnection]: [name?: string];
  /** As for `editConnection`. */
  [commandIds.removeConnection]: [name?: string];
  /** Whose secret; by default that of the connection that the user picks. */
  [commandIds.setClientSecret]: [app?: ClientApp];
  [commandIds.signIn]: AccountArguments;
  [commandIds.copySignInLink]: AccountArguments;
  [commandIds.signOut]: AccountArguments;
  [commandIds.renameAccount]: AccountArguments;
  [commandIds.accountDetails]: AccountArguments;
  [commandIds.testConnection]: AccountArguments;
  /** Which comparison; by default the one in the active tab. */
  [commandIds.applyLabelChanges]: [key?: string];
  /** Which run; by default the last one. */
  [commandIds.undoLabelChanges]: [run?: string];
}

/** What each command takes. Everything can be left out: a command is called from the palette, too. */
export type CommandArguments = OtherArguments &
  Record<Exclude<CommandId, keyof OtherArguments>, RowArguments>;

/** Settings, each with its full key. */
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

/** Context keys that `when` clauses of the manifest read. */
export const contextKeys = {
  accountsKnown: 'workforce.accountsKnown',
  signedIn: 'workforce.signedIn',
  signInsUnreadable: 'workforce.signInsUnreadable',
  labelsFiltered: 'workforce.labels.filtered',
  canUndoLabelChanges: 'workforce.labels.canUndoChanges',
  noChanges: 'workforce.changes.empty',
  sandboxRunning: 'workforce.sandboxRunning',
  hasConnections: 'workforce.hasConnections',
} as const;

/**
 * Context keys that complete the steps of the walkthrough, by what the person has done. Signing in has its
 * own, `contextKeys.signedIn`.
 */
export const accomplishments = {
  labelFound: 'workforce.labelFound',
  labelSaved: 'workforce.labelSaved',
  labelsChanged: 'workforce.labelsChanged',
  changesUndone: 'workforce.labelChangesUndone',
} as const;

/** Something that the walkthrough leads to. */
export type Accomplishment = keyof typeof accomplishments;

/** The walkthrough. */
export const walkthroughId = 'workforce.gettingStarted';

/** Views and their container. */
export const viewIds = {
  container: 'workforce',
  labels: 'workforce.labels',
  changes: 'workforce.changes',
} as const;

/** The authentication provider. */
export const authenticationProviderId = 'workforce';

/** Tools for language models. */
export const toolNames = [
  'workforce_searchLabels',
  'workforce_getLabel',
  'workforce_proposeLabelChanges',
] as const;

/** The name of a tool for language models. */
export type ToolName = (typeof toolNames)[number];

/** Scheme of the read-only texts about changes to many labels: before, after, what went wrong. */
export const labelChangesScheme = 'workforce-label-changes';

/** Language of a label document. */
export const labelLanguageId = 'workforce-label';

/** View type of the label form. */
export const labelFormViewType = 'workforce.labelForm';
