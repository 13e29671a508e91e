import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { accountOf } from '../../src/core/account/account.ts';
import { ApiClient } from '../../src/core/api/apiClient.ts';
import { readLabel, type LabelOrUnreadable } from '../../src/core/api/label.ts';
import type { Page } from '../../src/core/api/page.ts';
import { HttpTransport } from '../../src/core/api/transport.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { CancelledError } from '../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../src/core/labels/labelRepository.ts';
import { RecentLabels } from '../../src/core/labels/list/recentLabels.ts';
import { findLabel } from '../../src/labelsView/labelFinder.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { eventually } from './eventually.ts';

const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
const label = readLabel({ id: '1', labelCode: 'COUNCIL', labelName: 'Council', labelStatus: 1 });

async function refuse(): Promise<never> {
  return await Promise.reject(new CancelledError());
}

/** Labels of a service that answers when the test lets it. */
class HeldLabels extends LabelRepository {
  readonly answer = Promise.withResolvers<Page<LabelOrUnreadable>>();
  isAsked = false;

  constructor() {
    const log = new CollectingLog();
    const client = new ApiClient({
      baseUrl: account.baseUrl,
      transport: new HttpTransport({ fetch, clock: systemClock, log, timeout: () => 1000 }),
      accessTokens: { accessToken: refuse, renewedAccessToken: refuse },
      unauthorizedCodes: () => [],
    });
    super(client, systemClock);
  }

  override async page(): Promise<Page<LabelOrUnreadable>> {
    this.isAsked = true;
    return await this.answer.promise;
  }
}

describe('the finder of labels', () => {
  it('opens what Enter was pressed for while the answer was on its way to the window', async () => {
    const repository = new HeldLabels();
    const jane = {
      account,
      label: 'Jane',
      description: '',
      connectionName: 'Test',
      place: 'Test',
      state: 'signedIn',
      endReason: undefined,
      repository,
    } as const;
    const opened: string[] = [];
    const options = {
      clock: systemClock,
      recent: new RecentLabels(new KeyValueStore()),
      statusNames: () => new Map<number, string>(),
      open: async (_account: unknown, { id }: { readonly id: string }) => {
        opened.push(id);
        await Promise.resolve();
      },
    };
    const found = findLabel([jane], options, 'council');
    await eventually(() => assert.ok(repository.isAsked));
    repository.answer.resolve({ records: [label], total: 1, size: 20, current: 1, pages: 1 });
    // What Enter does. It leaves before the rows do, which VS Code sends in the next turn.
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    assert.deepEqual(opened, ['1']);
    repository.dispose();
  });
});
