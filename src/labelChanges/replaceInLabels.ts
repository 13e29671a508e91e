import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { Clock } from '../core/async/clock.ts';
import type { WantedChanges } from '../core/labels/changes/changeSet.ts';
import {
  codesInCommon,
  replacementIn,
  replacementInSlices,
  textsIn,
} from '../core/labels/changes/labelReplacement.ts';
import { planInSlices } from '../core/labels/changes/slicedPlan.ts';
import { replaceInTexts } from '../core/labels/changes/textReplacement.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { accountText } from './accountText.ts';
import { askForReplacement, fieldTitles, type ReplacementWish } from './askForReplacement.ts';
import type { ChangeProposal, ChangeProposals } from './changeProposals.ts';
import { factOf, notListedFact } from './countFacts.ts';
import { labelsToRead, scopeText, type LabelScope } from './labelScope.ts';
import { readScope } from './readScope.ts';
import { withSlowProgress } from './slowProgress.ts';

/** What it takes to replace in labels. */
export interface ReplaceInLabelsOptions {
  readonly clock: Clock;
  readonly proposals: ChangeProposals;
  /** Path of the script of the thread that replaces. */
  readonly replaceWorker: string;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** Replaces text in labels, as a person asks for it; remembers what was asked for last. */
export class LabelReplacer {
  readonly #options: ReplaceInLabelsOptions;
  #last: ReplacementWish | undefined;

  constructor(options: ReplaceInLabelsOptions) {
    this.#options = options;
  }

  /**
   * Asks what to replace in the labels that are meant, and shows what would change. Throws `PatternError`,
   * `CancelledError` and what the repository throws.
   */
  async replace(account: LabelAccount, scope: LabelScope): Promise<void> {
    const { clock, proposals, replaceWorker, statusNames } = this.#options;
    const name = accountText(account);
    const title = vscode.l10n.t(
      'Replace in Labels: {0}, {1}',
      name,
      scopeText(scope, statusNames()),
    );
    const wish = await askForReplacement(title, this.#last);
    if (wish === undefined) {
      return;
    }
    this.#last = wish;
    const { fields, rule } = wish;
    const { gone, labels, missing } = await readScope(account, scope, clock);
    const texts = textsIn(labels.values(), fields);
    const replacing = vscode.l10n.t('Replacing in the labels of {0}', name);
    const replaced = await withSlowProgress(
      replacing,
      clock,
      async (signal, onProgress) =>
        await replaceInTexts(texts, rule, { script: replaceWorker, clock, signal, onProgress }),
    );
    const { emptied, wanted } = await replacementInSlices(labels.values(), fields, replaced);
    const changing = Array.from(labels.values()).filter(({ id }) => wanted.has(id));
    const whatIsWanted: WantedChanges = {
      labels: labelsToRead(changing),
      // A text that somebody has changed meanwhile was not replaced in: it stays.
      wantedFor: (label) => replacementIn([label], fields, replaced).wanted.get(label.id) ?? {},
    };
    const proposal: ChangeProposal = {
      account,
      origin: 'replace',
      title: vscode.l10n.t(
        'Replace “{0}” by “{1}” ({2})',
        displayText(rule.find),
        displayText(rule.replacement),
        fieldTitles(fields),
      ),
      wanted: whatIsWanted,
    };
    const plan = await planInSlices(whatIsWanted, { found: labels, gone: new Set() });
    const common = await codesInCommon(labels.values(), wanted);
    await proposals.review(proposal, plan, [
      ...factOf(common.length, (count) =>
        vscode.l10n.t('Codes that several labels would have: {0}.', count),
      ),
      ...factOf(emptied.length, (count) =>
        vscode.l10n.t('Left alone, as nothing would be left of a text: {0}.', count),
      ),
      ...factOf(gone, (count) => vscode.l10n.t('No longer there: {0}.', count)),
      ...notListedFact(missing),
    ]);
  }
}
