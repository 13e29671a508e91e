import * as vscode from 'vscode';
import { assertWritable } from '../accounts/assertWritable.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { RequestError } from '../core/errors/requestError.ts';
import type { Proposal, ProposalAnswer, Proposer } from '../core/labels/changes/plan/proposal.ts';
import type { CheckedPlan } from '../core/labels/changes/plan/sharedCodes.ts';
import { displayText } from '../core/text/displayText.ts';
import type { Agreed } from './agreed.ts';
import type { BulkChangeRunner, NewRun } from './bulkChangeRunner.ts';
import { proposalFacts, type ChangeProposal, type ChangeProposals } from './changeProposals.ts';

/** Dependencies of proposals by programs. */
export interface ToolProposalsOptions {
  readonly proposals: ChangeProposals;
  readonly runs: BulkChangeRunner;
  readonly presentError: (error: unknown) => Promise<void>;
}

/** Changes proposed by programs. Each is shown to the user, and only the user can send it. */
export class ToolProposals {
  readonly #options: ToolProposalsOptions;
  #isWaiting = false;

  constructor(options: ToolProposalsOptions) {
    this.#options = options;
  }

  /**
   * Compares a proposal with the current labels and opens its review, without waiting for the user. Only one
   * can be pending, so that a program cannot flood the user with reviews. Throws `RequestError` if another
   * one is pending, `ConfigurationError` if the account is read-only, and the errors of
   * `ChangeProposals.plan`.
   */
  async propose(
    account: LabelAccount,
    { title, wanted }: Proposal,
    proposer: Proposer,
  ): Promise<ProposalAnswer> {
    if (this.#isWaiting) {
      throw new RequestError(
        'Another proposal waits for the decision of the person. Nothing was shown.',
      );
    }
    assertWritable(account);
    this.#isWaiting = true;
    const proposal: ChangeProposal = {
      account,
      origin: 'proposal',
      title: vscode.l10n.t('Proposed: {0}', displayText(title)),
      wanted: {
        labels: new Map(Array.from(wanted.keys(), (id) => [id, []])),
        wantedFor: ({ id }) => wanted.get(id) ?? {},
      },
    };
    let isShown = false;
    try {
      const plan = await this.#options.proposals.plan(proposal);
      const { changes, gone, unchanged, unknown } = plan;
      isShown = changes.length > 0;
      if (isShown) {
        void this.#review(proposal, plan, proposer);
      }
      return { shown: changes.length, unchanged, missing: [...gone, ...unknown] };
    } finally {
      this.#isWaiting = isShown;
    }
  }

  /** Waits for the user's decision, carries it out, and reports failures. Never rejects. */
  async #review(proposal: ChangeProposal, plan: CheckedPlan, proposer: Proposer): Promise<void> {
    const { presentError, runs } = this.#options;
    try {
      const agreed = await this.#decision(proposal, plan, proposer);
      if (agreed !== undefined) {
        await runs.start(agreed);
      }
    } catch (error) {
      await presentError(error);
    }
  }

  /**
   * Returns the user's decision. From then on, another proposal is accepted, even while this one is being
   * carried out.
   */
  async #decision(
    proposal: ChangeProposal,
    plan: CheckedPlan,
    proposer: Proposer,
  ): Promise<Agreed<NewRun> | undefined> {
    const note =
      proposer === 'languageModel'
        ? vscode.l10n.t('A language model proposes this.')
        : vscode.l10n.t('Another extension proposes this.');
    try {
      const factsOf = proposalFacts([note]);
      return await this.#options.proposals.agree(proposal, plan, { factsOf });
    } finally {
      this.#isWaiting = false;
    }
  }
}
