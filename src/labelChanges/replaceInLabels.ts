import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { factOf, goneFact, notListedFact } from '../commands/countFacts.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import { labelField, type EditableField } from '../core/api/labelFields.ts';
import type { Clock } from '../core/async/clock.ts';
import { planInSlices, type WantedChanges } from '../core/labels/changes/plan/changeSet.ts';
import {
  replacementIn,
  replacementInSlices,
  textFields,
  textsIn,
} from '../core/labels/changes/plan/labelReplacement.ts';
import { compiledRule, type ReplaceRule } from '../core/labels/changes/plan/replaceRule.ts';
import { replaceInTexts } from '../core/labels/changes/plan/textReplacement.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { askForOne, askForText } from '../surfaces/inputSteps.ts';
import { quickPickRow, type QuickPickRow } from '../surfaces/quickPick.ts';
import { proposalFacts, type ChangeProposal, type ChangeProposals } from './changeProposals.ts';
import { labelsToRead, scopeText, type LabelScope } from './labelScope.ts';
import { readLabelsInScope } from './readLabelsInScope.ts';

/** Dependencies of replacing text in labels. */
export interface ReplaceInLabelsOptions {
  readonly clock: Clock;
  readonly proposals: ChangeProposals;
  /** Path of the worker script that replaces text. */
  readonly replaceWorker: string;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
}

/** Replaces text in labels, and remembers the last replacement. */
export class LabelReplacer {
  readonly #options: ReplaceInLabelsOptions;
  #last: ReplacementWish | undefined;

  constructor(options: ReplaceInLabelsOptions) {
    this.#options = options;
  }

  /**
   * Asks for a replacement in the labels of `scope`, and shows the resulting changes. Throws `PatternError`,
   * `CancelledError` and the errors of the repository.
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
    const { gone, labels, missing } = await readLabelsInScope(account, scope, clock);
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
    const wantedChanges: WantedChanges = {
      labels: labelsToRead(changing),
      // A text that changed after the search has no entry in `replaced`, so it stays as it is.
      wantedFor: (label) => replacementIn([label], fields, replaced).wanted.get(label.id) ?? {},
    };
    const proposal: ChangeProposal = {
      account,
      origin: 'replace',
      title: vscode.l10n.t(
        'Replace “{0}” with “{1}” ({2})',
        displayText(rule.find),
        displayText(rule.replacement),
        fieldTitles(fields),
      ),
      wanted: wantedChanges,
    };
    const plan = await planInSlices(wantedChanges, { found: labels, gone: new Set() });
    const areAll = scope.kind === 'filter' && isEmptyFilter(scope.filter);
    const checked = await proposals.check(account, plan, areAll ? labels.values() : undefined);
    const notes = [
      ...factOf(emptied.length, {
        one: (count) =>
          vscode.l10n.t('{0} label was skipped because the result would be empty.', count),
        other: (count) =>
          vscode.l10n.t('{0} labels were skipped because the result would be empty.', count),
      }),
      ...goneFact(gone),
      ...notListedFact(missing),
    ];
    await proposals.review(proposal, checked, { factsOf: proposalFacts(notes) });
  }
}

/** Replacement that the user requests. */
interface ReplacementWish {
  readonly fields: readonly EditableField[];
  readonly rule: ReplaceRule;
}

interface FieldsItem extends QuickPickRow {
  readonly fields: readonly EditableField[];
}

const totalSteps = 3;

/** Asks for a replacement, starting from `last`; undefined if cancelled. */
async function askForReplacement(
  title: string,
  last: ReplacementWish | undefined,
): Promise<ReplacementWish | undefined> {
  const items = fieldItems();
  let fields: readonly EditableField[] = last?.fields ?? ['labelName'];
  let rule = last?.rule ?? {
    find: '',
    isRegularExpression: false,
    matchesCase: false,
    replacement: '',
  };
  for (let step = 1; step <= totalSteps;) {
    const common = { title, step, totalSteps };
    const result =
      step === 1
        ? await askForOne({
            ...common,
            placeholder: vscode.l10n.t('Replace in which field?'),
            items,
            active: items.find((item) => item.fields.join() === fields.join()),
          })
        : step === 2
          ? await askForSearchText(common, rule)
          : await askForReplacementText(common, rule);
    if (result.kind === 'cancelled') {
      return undefined;
    }
    if (result.kind === 'back') {
      step--;
      continue;
    }
    if ('fields' in result.value) {
      ({ fields } = result.value);
    } else {
      rule = result.value;
    }
    step++;
  }
  return { fields, rule };
}

type Step = Pick<Parameters<typeof askForText>[0], 'title' | 'step' | 'totalSteps'>;
type RuleResult =
  | { readonly kind: 'value'; readonly value: ReplaceRule }
  | { readonly kind: 'back' }
  | { readonly kind: 'cancelled' };

async function askForSearchText(step: Step, rule: ReplaceRule): Promise<RuleResult> {
  const matchCase = toggle('case-sensitive', vscode.l10n.t('Match Case'), rule.matchesCase);
  const regularExpression = toggle(
    'regex',
    vscode.l10n.t('Use Regular Expression'),
    rule.isRegularExpression,
  );
  const ruleFor = (find: string): ReplaceRule => ({
    ...rule,
    find,
    matchesCase: matchCase.toggle.checked,
    isRegularExpression: regularExpression.toggle.checked,
  });
  const result = await askForText({
    ...step,
    prompt: vscode.l10n.t('Text to find'),
    value: rule.find,
    isVerbatim: true,
    toggles: [matchCase, regularExpression],
    check: (find) => void compiledRule(ruleFor(find)),
  });
  return result.kind === 'value' ? { kind: 'value', value: ruleFor(result.value) } : result;
}

async function askForReplacementText(step: Step, rule: ReplaceRule): Promise<RuleResult> {
  const result = await askForText({
    ...step,
    prompt: rule.isRegularExpression
      ? vscode.l10n.t('Replacement ($1 is the first group, $& the whole match)')
      : vscode.l10n.t('Replacement (empty deletes the match)'),
    value: rule.replacement,
    isVerbatim: true,
    check: () => undefined,
  });
  return result.kind === 'value'
    ? { kind: 'value', value: { ...rule, replacement: result.value } }
    : result;
}

function toggle(
  icon: string,
  tooltip: string,
  checked: boolean,
): vscode.QuickInputButton & { readonly toggle: { checked: boolean } } {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
    location: vscode.QuickInputButtonLocation.Input,
    toggle: { checked },
  };
}

/** Items for each text field, and for all of them together. */
function fieldItems(): readonly FieldsItem[] {
  return [...textFields.map((field) => [field]), textFields].map((fields) =>
    quickPickRow({ fields, label: fieldTitles(fields) }),
  );
}

/** Display names of the fields. */
function fieldTitles(fields: readonly EditableField[]): string {
  return fields.map((field) => labelField(field).title()).join(', ');
}
