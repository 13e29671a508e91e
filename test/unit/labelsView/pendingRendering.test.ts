import assert from 'node:assert/strict';
import { accountOf, type AccountId } from '../../../src/core/account/account.ts';
import { readLabel } from '../../../src/core/api/label.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { PendingRendering } from '../../../src/labelsView/pendingRendering.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const service = parseBaseUrl('https://hr.example.com');
const one = accountOf(service, 'acme', 'one').id;
const other = accountOf(service, 'acme', 'other').id;

describe('PendingRendering', () => {
  let clock: FakeClock;
  let loading: Set<AccountId>;
  let rendered: string[];
  let pending: PendingRendering;

  beforeEach(() => {
    clock = new FakeClock();
    loading = new Set();
    rendered = [];
    pending = new PendingRendering({
      clock,
      isLoading: (id) => loading.has(id),
      render: ({ accountId, change }) => {
        rendered.push(accountId === one ? change.kind : `${change.kind} of the other`);
      },
    });
  });

  afterEach(() => pending.dispose());

  function begin(id: AccountId, kind: 'entries' | 'state'): void {
    loading.add(id);
    pending.add({ accountId: id, change: { kind } });
  }

  function end(id: AccountId, kind: 'entries' | 'state'): void {
    loading.delete(id);
    pending.add({ accountId: id, change: { kind } });
  }

  /** Whether `shown` of the account has resolved, once all that can resolve has. */
  async function isShown(id: AccountId): Promise<boolean> {
    let isOver = false;
    void pending.whenShown(id).then(() => {
      isOver = true;
    });
    await new Promise<void>((resolve) => void setImmediate(resolve));
    return isOver;
  }

  it('renders once what was loaded soon', async () => {
    begin(one, 'state');
    clock.advance(399);
    assert.deepEqual(rendered, []);
    assert.equal(await isShown(one), false);
    end(one, 'entries');
    assert.deepEqual(rendered, ['entries']);
    assert.equal(await isShown(one), true);
    clock.advance(1000);
    assert.deepEqual(rendered, ['entries']);
    assert.equal(clock.waiting, 0);
  });

  it('renders that a list is loading when it has been for 400 ms, and then what comes', async () => {
    begin(one, 'state');
    clock.advance(400);
    assert.deepEqual(rendered, ['state']);
    assert.equal(await isShown(one), true);
    begin(one, 'entries');
    end(one, 'state');
    assert.deepEqual(rendered, ['state', 'entries', 'state']);
    begin(one, 'state');
    assert.equal(rendered.length, 3);
  });

  it('keeps other entries the news, whatever the list says after them', () => {
    begin(one, 'entries');
    end(one, 'state');
    assert.deepEqual(rendered, ['entries']);
    begin(one, 'entries');
    begin(one, 'state');
    clock.advance(400);
    assert.deepEqual(rendered, ['entries', 'entries']);
    end(one, 'state');
    assert.deepEqual(rendered, ['entries', 'entries', 'state']);
  });

  it('counts from the first of several loads that take the place of one another', () => {
    begin(one, 'state');
    clock.advance(300);
    begin(one, 'state');
    clock.advance(100);
    assert.deepEqual(rendered, ['state']);
  });

  it('renders the content of a label at once', () => {
    begin(one, 'state');
    const read = readLabel({ id: '1' });
    assert.ok(read.kind === 'label');
    pending.add({ accountId: one, change: read });
    assert.deepEqual(rendered, ['label']);
  });

  it('lets accounts not wait for one another', async () => {
    begin(one, 'state');
    assert.equal(await isShown(other), true);
    end(other, 'entries');
    assert.deepEqual(rendered, ['entries of the other']);
  });

  it('begins anew where nobody has said how a loading ended', async () => {
    begin(one, 'state');
    loading.delete(one);
    clock.advance(400);
    assert.equal(await isShown(one), true);
    begin(one, 'entries');
    assert.deepEqual(rendered, ['state']);
    assert.equal(await isShown(one), false);
  });

  it('keeps nobody waiting when it is disposed', async () => {
    begin(one, 'state');
    const shown = pending.whenShown(one);
    pending.dispose();
    await shown;
    assert.equal(clock.waiting, 0);
  });
});
