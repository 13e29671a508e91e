import * as l10n from '@vscode/l10n';
import { PatternError } from '../../errors/patternError.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import type { ReplaceRequest } from './replaceRequest.ts';

/** What to look for in texts, and what to put in its place. */
export interface ReplaceRule {
  readonly find: string;
  readonly isRegularExpression: boolean;
  readonly matchesCase: boolean;
  /** For a regular expression, `$1` stands for its first group, `$&` for all that was found. */
  readonly replacement: string;
}

/** What stands for more than itself in a regular expression. */
const special = /[\\^$.*+?()[\]{}|]/g;

/** Says what a rule means to a regular expression. Throws `PatternError`. */
export function compiledRule(rule: ReplaceRule): Omit<ReplaceRequest, 'texts'> {
  const { find, isRegularExpression, matchesCase, replacement } = rule;
  const source = isRegularExpression ? find : find.replaceAll(special, String.raw`\$&`);
  const flags = matchesCase ? 'gu' : 'giu';
  if (find === '') {
    throw new PatternError(l10n.t('Enter what to look for.'));
  }
  try {
    void new RegExp(source, flags);
  } catch (error) {
    throw new PatternError(l10n.t('This is no regular expression ({0}).', reasonOf(error)), {
      cause: error,
    });
  }
  return {
    source,
    flags,
    replacement: isRegularExpression ? replacement : replacement.replaceAll('$', '$$$$'),
  };
}
