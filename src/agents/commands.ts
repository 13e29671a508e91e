import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { CommandHandlers } from '../commands/registerCommands.ts';
import type { LabelAddress, LabelId } from '../core/account/labelAddress.ts';
import { labelLinkAddress } from '../core/account/labelLink.ts';
import type { Label } from '../core/api/label.ts';
import { commandIds, extensionId } from '../ids.ts';

/** What the commands about links need. */
export interface AgentCommandsOptions {
  readonly accounts: LabelAccounts;
  /** Whether a command was called on a row of a view. */
  readonly isRow: (row: unknown) => boolean;
  /** Returns the labels that are meant, called with a row and all selected ones; no account if none. */
  readonly chooseLabels: (
    row: unknown,
    rows: unknown,
  ) => Promise<{ readonly account: LabelAccount | undefined; readonly labels: readonly Label[] }>;
  /** Returns the label in the active editor; undefined if there is none. */
  readonly activeLabel: () => LabelAddress | undefined;
}

/** Commands about links to labels. */
export function agentCommands({
  accounts,
  activeLabel,
  chooseLabels,
  isRow,
}: AgentCommandsOptions) {
  return {
    [commandIds.copyLabelLink]: async (row, rows) => {
      const address = isRow(row) ? undefined : activeLabel();
      if (address !== undefined) {
        await accounts.ready();
        await copyLinks(accounts.find(address.accountId), [address.labelId]);
      } else {
        const { account, labels } = await chooseLabels(row, rows);
        await copyLinks(
          account,
          labels.map(({ id }) => id),
        );
      }
    },
  } satisfies Partial<CommandHandlers>;
}

/** Copies one line for each label that can stand in a link; without any, the clipboard stays as it is. */
async function copyLinks(
  account: LabelAccount | undefined,
  ids: readonly LabelId[],
): Promise<void> {
  const links = account === undefined ? [] : ids.flatMap((id) => linkTo(account, id) ?? []);
  if (links.length > 0) {
    await vscode.env.clipboard.writeText(links.join('\n'));
  } else if (ids.length > 0) {
    await notify('information', vscode.l10n.t('There is nothing to copy.'));
  }
}

/** The address that leads to a label; undefined if its id is nothing that stands in a link. */
function linkTo({ account, connectionName }: LabelAccount, id: LabelId): string | undefined {
  const address = labelLinkAddress({
    kind: 'label',
    account: { connection: connectionName, tenant: account.tenantId },
    id,
  });
  return address === undefined ? undefined : `${vscode.env.uriScheme}://${extensionId}${address}`;
}
