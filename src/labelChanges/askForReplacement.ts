import * as vscode from 'vscode';
import { askForOne, askForText } from '../commands/inputSteps.ts';
import { labelField, type EditableField } from '../core/api/labelFields.ts';
import { textFields } from '../core/labels/changes/labelReplacement.ts';
import { compiledRule, type ReplaceRule } from '../core/labels/changes/replaceRule.ts';

/** What a person wants replaced. */
export interface ReplacementWish {
  readonly fields: readonly EditableField[];
  readonly rule: ReplaceRule;
}

interface FieldsItem extends vscode.QuickPickItem {
  readonly fields: readonly EditableField[];
}

const totalSteps = 3;

/** Asks what to replace where, beginning with `last`; undefined if the user leaves. */
export async function askForReplacement(
  title: string,
  last: ReplacementWish | undefined,
): Promise<ReplacementWish | undefined> {
  const items = fieldItems();
  let fields = last?.fields ?? [];
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
          ? await askWhatToFind(common, rule)
          : await askWhatInstead(common, rule);
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

async function askWhatToFind(step: Step, rule: ReplaceRule): Promise<RuleResult> {
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
    prompt: vscode.l10n.t('What to find'),
    value: rule.find,
    isVerbatim: true,
    toggles: [matchCase, regularExpression],
    check: (find) => void compiledRule(ruleFor(find)),
  });
  return result.kind === 'value' ? { kind: 'value', value: ruleFor(result.value) } : result;
}

async function askWhatInstead(step: Step, rule: ReplaceRule): Promise<RuleResult> {
  const result = await askForText({
    ...step,
    prompt: rule.isRegularExpression
      ? vscode.l10n.t(
          'What to put in its place: $1 stands for the first group, $& for all that was found',
        )
      : vscode.l10n.t('What to put in its place; leave it empty to take it out'),
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

/** Each field alone, then all of them. */
function fieldItems(): readonly FieldsItem[] {
  return [...textFields.map((field) => [field]), textFields].map((fields) => ({
    fields,
    label: fieldTitles(fields),
  }));
}

/** What people call the fields. */
export function fieldTitles(fields: readonly EditableField[]): string {
  return fields.map((field) => labelField(field).title()).join(', ');
}
