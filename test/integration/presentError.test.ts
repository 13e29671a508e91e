import { presentError } from '../../src/commands/presentError.ts';
import { accountOf } from '../../src/core/account/account.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { SessionExpiredError } from '../../src/core/errors/sessionExpiredError.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { untilNotified } from './untilNotified.ts';

describe('the message about an error', () => {
  it('shows the name of an account as one line that cannot garble the text around it', async () => {
    const { id } = accountOf(parseBaseUrl('https://hr.example.com'), 'tenant', 'user');
    const presentation = {
      log: new CollectingLog(),
      accountLabel: () => 'tenant\n\u202Euser [link](command:x)',
    };
    const done = presentError(new SessionExpiredError(id), presentation);
    const expected = 'The session of tenant user [link]\u2060(command:x) has ended.';
    await untilNotified((text) => text.startsWith(expected));
    await done;
  });
});
