import type { LabelAccount } from '../../src/accounts/labelAccounts.ts';
import { accountOf, type Account } from '../../src/core/account/account.ts';
import { ApiClient } from '../../src/core/api/apiClient.ts';
import { readLabel, type LabelOrUnreadable } from '../../src/core/api/label.ts';
import type { Page } from '../../src/core/api/page.ts';
import { HttpTransport } from '../../src/core/api/transport.ts';
import { UnauthorizedCodes } from '../../src/core/api/unauthorizedCodes.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import type { ReadOnlyReason } from '../../src/core/connections/connectionEntry.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { CancelledError } from '../../src/core/errors/cancelledError.ts';
import { LabelRepository } from '../../src/core/labels/labelRepository.ts';
import type { FilteredPageRequest } from '../../src/core/labels/list/labelWalk.ts';
import { LiveSecrets } from '../../src/core/log/liveSecrets.ts';
import { CollectingLog } from '../support/collectingLog.ts';

/** A page of labels that the service of a test answers with. */
export type FoundPage = Page<LabelOrUnreadable>;

/** An account whose labels are searched, with `answer` in place of its service. */
export class SearchedAccount extends LabelRepository implements LabelAccount {
  readonly account: Account;
  readonly label: string;
  readonly description = '';
  readonly connectionName = 'Test';
  readonly shortDescription = 'Test';
  readonly pathName = '';
  readOnly: ReadOnlyReason | undefined;
  readonly color = undefined;
  readonly state = 'signedIn';
  readonly doubt = undefined;
  readonly endReason = undefined;
  readonly renewedAt = 0;
  readonly repository = this;
  readonly #answer: (request: FilteredPageRequest) => Promise<FoundPage>;

  constructor(tenant: string, answer: (request: FilteredPageRequest) => Promise<FoundPage>) {
    const account = accountOf(parseBaseUrl('https://example.com'), tenant, 'jane');
    const log = new CollectingLog();
    const client = new ApiClient({
      baseUrl: account.baseUrl,
      liveSecrets: new LiveSecrets(),
      transport: new HttpTransport({ fetch, clock: systemClock, log, timeout: () => 1000 }),
      accessTokens: { accessToken: refuse, renewedAccessToken: refuse },
      unauthorizedCodes: new UnauthorizedCodes(() => []),
      assertWritable: () => undefined,
    });
    super(client, systemClock);
    this.account = account;
    this.label = tenant;
    this.#answer = answer;
  }

  override async page(request: FilteredPageRequest): Promise<FoundPage> {
    return await this.#answer(request);
  }
}

/** A label that is called `name`, with a code that tells the tenant. */
export function namedLabel(tenant: string, id: number, name: string): LabelOrUnreadable {
  return readLabel({
    id: `${id}`,
    labelCode: `${tenant}-${name}`,
    labelName: name,
    labelStatus: 1,
  });
}

async function refuse(): Promise<never> {
  return await Promise.reject(new CancelledError());
}
