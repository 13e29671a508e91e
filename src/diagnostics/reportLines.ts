import * as l10n from '@vscode/l10n';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { SessionTransition } from '../core/session/sessionTransitionLog.ts';
import type { ProbeStep } from './probe.ts';
import { reportLine, type ReportText, type ReportTextMaker } from './reportText.ts';

/** Data of a session for the report, without secrets. */
export interface SessionFacts {
  readonly accountId: AccountId;
  readonly scopes: readonly string[];
  /** Time at which the tokens arrived, as wall-clock time in milliseconds. */
  readonly issuedAt: number;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

/** Line about an account and its session at the time `now`. */
export function accountLine(
  reportText: ReportTextMaker,
  { account, connectionName, state }: Pick<LabelAccount, 'account' | 'connectionName' | 'state'>,
  session: SessionFacts | undefined,
  now: number,
  formatNumber: (count: number) => string,
): ReportText {
  const line = reportText('- {0}: {1}, {2}', account.id, state, connectionName);
  if (session === undefined) {
    return line;
  }
  const { expiresIn, issuedAt, scopes } = session;
  const granted = reportText(l10n.t('scopes {0}'), scopes.join(' '));
  const age = formatNumber(Math.round((now - issuedAt) / 60_000));
  const issued = reportText(l10n.t('tokens issued {0} min ago', age));
  const minutes = formatNumber(Math.round(expiresIn / 60));
  const lifetime = reportText(l10n.t('access token lifetime {0} min', minutes));
  return reportLine`${line}, ${granted}, ${issued}, ${lifetime}`;
}

/** Line about a change of a session. */
export function transitionLine(
  reportText: ReportTextMaker,
  { accountId, at, from, reason, to }: SessionTransition,
): ReportText {
  const phases = from === to ? [to ?? '-'] : [from ?? '-', to ?? '-'];
  const change = reportText('{0}: {1}, {2}', accountId, phases.join(' → '), reason);
  return reportLine`- ${reportText(timeOf(at))} ${change}`;
}

/** Line about a step of a probe. */
export function stepLine(
  reportText: ReportTextMaker,
  { result, succeeded, title }: ProbeStep,
): ReportText {
  return reportText(succeeded ? '- ✓ {0}: {1}' : '- ✗ {0}: {1}', title, result);
}

/** Formats a wall-clock time in milliseconds for the report. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
