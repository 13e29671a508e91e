import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import { RequestError } from '../core/errors/requestError.ts';
import type { ChangePlan } from '../core/labels/changes/changeSet.ts';
import type { Proposal } from '../core/labels/changes/proposal.ts';
import { displayText } from '../core/text/displayText.ts';
import type { ChangeProposal, ChangeProposals } from './changeProposals.ts';

/** Which program proposes changes. */
export type Proposer = 'languageModel' | 'extension';

/** What became of a proposal, for the program that made it. */
export interface ProposalAnswer {
  /** How many labels the review shows that the person now has; without any, no review is shown. */
  readonly shown: number;
  /** How many labels have the proposed values already. */
  readonly unchanged: number;
  /** Labels that were not found. */
  readonly missing: readonly LabelId[];
}

/** What proposals of programs need. */
export interface ProgramProposalsOptions {
  readonly proposals: ChangeProposals;
  readonly presentError: (error: unknown) => Promise<void>;
}

/** Changes that programs propose: each is shown to the person, who alone can have it sent. */
export class ProgramProposals {
  readonly #options: ProgramProposalsOptions;
  #isWaiting = false;

  constructor(options: ProgramProposalsOptions) {
    this.#options = options;
  }

  /**
   * Compares a proposal with what the service has now and opens its review, without waiting for the
   * person. One waits at a time: a program cannot bury the person in reviews. Throws `RequestError` if
   * one waits, and what `ChangeProposals.plan` throws.
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

  /** Never rejects. */
  async #review(proposal: ChangeProposal, plan: ChangePlan, proposer: Proposer): Promise<void> {
    const { presentError, proposals } = this.#options;
    try {
      const agreed = await this.#decision(proposal, plan, proposer);
      if (agreed !== undefined) {
        await proposals.carryOut(proposal, agreed);
      }
    } catch (error) {
      await presentError(error);
    }
  }

  /** What the person agrees to; the next proposal need not wait until it is carried out. */
  async #decision(
    proposal: ChangeProposal,
    plan: ChangePlan,
    proposer: Proposer,
  ): Promise<ChangePlan | undefined> {
    const note =
      proposer === 'languageModel'
        ? vscode.l10n.t('A language model proposes this.')
        : vscode.l10n.t('Another extension proposes this.');
    try {
      return await this.#options.proposals.agree(proposal, plan, [note]);
    } finally {
      this.#isWaiting = false;
    }
  }
}
