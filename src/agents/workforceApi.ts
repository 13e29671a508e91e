import type { AuthenticationSession, CancellationToken, Event } from 'vscode';

// The whole of what another extension sees; it may copy this file, which needs nothing else.

/** The `exports` of `vscode.extensions.getExtension('workforce-tools.workforce-labels')`. */
export interface WorkforceExports {
  /** Returns the API in this version. Throws if this release of the extension does not have it. */
  getApi(version: 1): WorkforceApi;
}

/**
 * The labels of accounts, version 1. Its methods reject with an `Error` that has a `code`, such as
 * `sessionExpired` or `network`; `request` means a mistake of the caller.
 */
export interface WorkforceApi {
  /**
   * The accounts of sessions that VS Code has given the caller, with the user's consent:
   * `vscode.authentication.getSession('workforce', ['tag'], { createIfNone: true })`.
   */
  accounts(sessions: readonly AuthenticationSession[]): Promise<readonly WorkforceAccount[]>;
  /** Yields the labels that match `filter` in the order of the service, loading pages on demand. */
  labels(
    account: WorkforceAccount,
    filter?: WorkforceLabelFilter,
    token?: CancellationToken,
  ): AsyncIterable<WorkforceLabel>;
  /** Returns the present label; undefined if there is none with this id. */
  label(
    account: WorkforceAccount,
    id: string,
    token?: CancellationToken,
  ): Promise<WorkforceLabel | undefined>;
  /** Shows a label in its form. */
  openLabel(account: WorkforceAccount, id: string): Promise<void>;
  /**
   * Compares changes with the present labels and shows them to the user, who alone can send them. Resolves
   * after the comparison. One proposal can be pending at a time; a second one is rejected.
   */
  proposeChanges(
    account: WorkforceAccount,
    proposal: WorkforceProposal,
  ): Promise<WorkforceProposalAnswer>;
  /** Fires when labels of an account were changed in this window. */
  onDidChangeLabels(account: WorkforceAccount): Event<WorkforceLabel>;
}

/** An account that the caller may use, for as long as it is signed in. */
export interface WorkforceAccount {
  /** Usable as a key: the same for the same user, tenant and service. */
  readonly id: string;
  /** Display name. */
  readonly label: string;
}

/** A label. Fields that are empty in the service are omitted. */
export interface WorkforceLabel {
  readonly id: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Filter for labels that match all of its criteria. */
export interface WorkforceLabelFilter {
  /** The service's own text search. */
  readonly q?: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Changes to propose. */
export interface WorkforceProposal {
  /** One-line title for the user. */
  readonly title: string;
  /** Distinct labels with the new values of their fields; 1,000 labels at most. */
  readonly changes: readonly WorkforceLabel[];
}

/** Outcome of a proposal. */
export interface WorkforceProposalAnswer {
  /** Number of labels shown to the user; with 0, there is nothing to decide. */
  readonly shown: number;
  /** Number of labels that already have the proposed values. */
  readonly unchanged: number;
  /** Ids of labels that the service does not have. */
  readonly missing: readonly string[];
}
