import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { PatternError } from '../../../errors/patternError.ts';
import { reasonOf } from '../../../errors/reasonOf.ts';

/** Text or pattern to find, and its replacement. */
export interface ReplaceRule {
  readonly find: string;
  readonly isRegularExpression: boolean;
  readonly matchesCase: boolean;
  /** Replacement; for a regular expression, `$1` is its first group and `$&` the whole match. */
  readonly replacement: string;
}

/** Special characters of regular expressions. */
const special = /[\\^$.*+?()[\]{}|]/g;

/** Compiles a rule to a regular expression. Throws `PatternError`. */
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
    throw new PatternError(
      l10n.t('This is not a valid regular expression ({0}).', reasonOf(error)),
      {
        cause: error,
      },
    );
  }
  return {
    source,
    flags,
    replacement: isRegularExpression ? replacement : replacement.replaceAll('$', '$$$$'),
  };
}

/** Request to the thread, which responds with the replaced texts. */
export const replaceRequestSchema = z.object({
  /** Source of the regular expression. */
  source: z.string(),
  flags: z.string(),
  /** Replacement in the notation of `String.prototype.replace`. */
  replacement: z.string(),
  texts: z.array(z.string()),
});

/** Request to the thread. */
export type ReplaceRequest = z.output<typeof replaceRequestSchema>;
