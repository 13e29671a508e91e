import type { AuthenticationSession, CancellationToken, Event } from 'vscode';

// The whole of what another extension sees; it may copy this file, which needs nothing else.

/** What `vscode.extensions.getExtension('workforce-tools.workforce-labels')` has as its `exports`. */
export interface WorkforceExports {
  /** Returns the API in this version. Throws if this release of the extension does not have it. */
  getApi(version: 1): WorkforceApi;
}

/**
 * The labels of accounts, version 1. Its methods reject with an `Error` that has a `code`, such as
 * `sessionExpired` or `network`; `request` stands for a mistake of the caller.
 */
export interface WorkforceApi {
  /**
   * The accounts of sessions that VS Code has given the caller, with the person's consent:
   * `vscode.authentication.getSession('workforce', ['tag'], { createIfNone: true })`.
   */
  accounts(sessions: readonly AuthenticationSession[]): Promise<readonly WorkforceAccount[]>;
  /** The labels that match `filter`, page by page as they are asked for, in the order of the service. */
  labels(
    account: WorkforceAccount,
    filter?: WorkforceLabelFilter,
    token?: CancellationToken,
  ): AsyncIterable<WorkforceLabel>;
  /** One label as the service has it now; undefined if it has none with this id. */
  label(
    account: WorkforceAccount,
    id: string,
    token?: CancellationToken,
  ): Promise<WorkforceLabel | undefined>;
  /** Shows a label in its form. */
  openLabel(account: WorkforceAccount, id: string): Promise<void>;
  /**
   * Compares changes with what the service has and shows them to the person, who alone can have them
   * sent. Resolves when they are compared. One proposal waits at a time; a second one is refused.
   */
  proposeChanges(
    account: WorkforceAccount,
    proposal: WorkforceProposal,
  ): Promise<WorkforceProposalAnswer>;
  /** Labels of an account were changed in this window. */
  onDidChangeLabels(account: WorkforceAccount): Event<WorkforceLabel>;
}

/** An account that the caller may use, for as long as it is signed in. */
export interface WorkforceAccount {
  /** Fit for a key: the same for the same user, tenant and service. */
  readonly id: string;
  /** As the person sees it. */
  readonly label: string;
}

/** A label. A field that is empty on the service is left out. */
export interface WorkforceLabel {
  readonly id: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Which labels; the service finds those that match everything that is given. */
export interface WorkforceLabelFilter {
  /** The service's own text search. */
  readonly q?: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Changes to propose. */
export interface WorkforceProposal {
  /** One line that tells the person what it is about. */
  readonly title: string;
  /** Each label once, with the fields that are to get a new value; 1,000 labels at most. */
  readonly changes: readonly WorkforceLabel[];
}

/** What became of a proposal. */
export interface WorkforceProposalAnswer {
  /** How many labels the person is shown; without any, there is nothing to decide. */
  readonly shown: number;
  /** How many labels have the proposed values already. */
  readonly unchanged: number;
  /** Ids of labels that the service does not have. */
  readonly missing: readonly string[];
}
