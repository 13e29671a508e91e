import type { AuthenticationSession, CancellationToken, Event } from 'vscode';

// This file is the complete API for other extensions. They may copy it, as it imports only `vscode`.

/** Type of the `exports` of `vscode.extensions.getExtension('workforce-tools.workforce-labels')`. */
export interface WorkforceExports {
  /** Returns `version` of the API. Throws if this release of the extension does not have it. */
  getApi(version: 1): WorkforceApi;
}

/**
 * API for labels, version 1. Its methods reject with an `Error` that has a `code`, for example
 * `sessionExpired` or `network`; `request` means that the caller made a mistake.
 */
export interface WorkforceApi {
  /**
   * Returns the accounts of `sessions`, which the caller gets from VS Code with the user's consent:
   * `vscode.authentication.getSession('workforce', ['tag'], { createIfNone: true })`.
   */
  accounts(sessions: readonly AuthenticationSession[]): Promise<readonly WorkforceAccount[]>;
  /** Yields the labels that match `filter`, in the order of the service, loading pages on demand. */
  labels(
    account: WorkforceAccount,
    filter?: WorkforceLabelFilter,
    token?: CancellationToken,
  ): AsyncIterable<WorkforceLabel>;
  /** Returns the current label; undefined if no label has this id. */
  label(
    account: WorkforceAccount,
    id: string,
    token?: CancellationToken,
  ): Promise<WorkforceLabel | undefined>;
  /** Opens a label in its form. */
  openLabel(account: WorkforceAccount, id: string): Promise<void>;
  /**
   * Compares changes with the current labels and shows them to the user. Only the user can send them.
   * Resolves after the comparison. One proposal can be pending at a time; another one is rejected.
   */
  proposeChanges(
    account: WorkforceAccount,
    proposal: WorkforceProposal,
  ): Promise<WorkforceProposalAnswer>;
  /** Fires when labels of the account were changed in this window. */
  onDidChangeLabels(account: WorkforceAccount): Event<WorkforceLabel>;
}

/** An account that the caller may use, for as long as it is signed in. */
export interface WorkforceAccount {
  /** Stable key: the same for the same user, tenant and service. */
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

/** Filter for labels, which must match all of its criteria. */
export interface WorkforceLabelFilter {
  /** Text for the service's own text search. */
  readonly q?: string;
  readonly labelCode?: string;
  readonly labelName?: string;
  readonly labelStatus?: number;
}

/** Changes to propose. */
export interface WorkforceProposal {
  /** One-line title for the user. */
  readonly title: string;
  /** Distinct labels with the new values of their fields; at most 1,000. */
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
