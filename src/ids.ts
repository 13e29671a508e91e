/** Identifier of the extension in the marketplace, `publisher.name`. */
export const extensionId = 'workforce-tools.workforce-labels';

/** Where the browser comes back to VS Code itself, whose own URI scheme is `uriScheme`. */
export function callbackUri(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Commands, by the name that the code uses for them. The manifest declares the same set. */
export const commandIds = {
  addConnection: 'workforce.addConnection',
  setClientSecret: 'workforce.setClientSecret',
  signIn: 'workforce.signIn',
  signOut: 'workforce.signOut',
  pasteCallbackUrl: 'workforce.pasteCallbackUrl',
  testConnection: 'workforce.testConnection',
  refreshLabels: 'workforce.labels.refresh',
  filterLabels: 'workforce.labels.filter',
  clearLabelFilter: 'workforce.labels.clearFilter',
  findLabel: 'workforce.labels.find',
  loadMoreLabels: 'workforce.labels.loadMore',
  loadAllLabels: 'workforce.labels.loadAll',
  editLabel: 'workforce.labels.edit',
  editLabelAsJson: 'workforce.labels.editAsJson',
  setLabelStatus: 'workforce.labels.setStatus',
  exportLabels: 'workforce.labels.export',
  importLabels: 'workforce.labels.import',
  applyLabelChanges: 'workforce.labels.applyChanges',
  undoLabelChanges: 'workforce.labels.undoChanges',
  copyLabelId: 'workforce.labels.copyId',
  copyLabelCode: 'workforce.labels.copyCode',
  copyLabelName: 'workforce.labels.copyName',
  startSandbox: 'workforce.sandbox.start',
  stopSandbox: 'workforce.sandbox.stop',
  showDiagnostics: 'workforce.diagnostics',
  showLog: 'workforce.showLog',
} as const;

/** One of the extension's command ids. */
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** With what VS Code calls a command on a row of the view: that row and all selected ones, which the view knows. */
type RowArguments = [row?: unknown, rows?: unknown];

/** What the commands take that are called otherwise than on rows. */
interface OtherArguments {
  [commandIds.editLabel]: [row?: unknown, focus?: 'preserveFocus'];
  /** Which comparison; by default the one in the active tab. */
  [commandIds.applyLabelChanges]: [key?: string];
  /** Which changes; by default the last ones. */
  [commandIds.undoLabelChanges]: [key?: number];
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
} as const;

/** Context keys that `when` clauses of the manifest read. */
export const contextKeys = {
  signedIn: 'workforce.signedIn',
  signInsUnreadable: 'workforce.signInsUnreadable',
  labelsFiltered: 'workforce.labels.filtered',
  canUndoLabelChanges: 'workforce.labels.canUndoChanges',
  sandboxRunning: 'workforce.sandboxRunning',
} as const;

/** Views and their container. */
export const viewIds = {
  container: 'workforce',
  labels: 'workforce.labels',
} as const;

/** The authentication provider. */
export const authenticationProviderId = 'workforce';

/** Scheme of the read-only texts about changes to many labels: before, after, what went wrong. */
export const labelChangesScheme = 'workforce-label-changes';

/** Language of a label document. */
export const labelLanguageId = 'workforce-label';

/** View type of the label form. */
export const labelFormViewType = 'workforce.labelForm';
