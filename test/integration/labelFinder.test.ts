import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Label } from '../../src/core/api/label.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { RecentLabels } from '../../src/core/labels/list/recentLabels.ts';
import { findLabel } from '../../src/labelsView/labelFinder.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { namedLabel, SearchedAccount, type FoundPage } from './searchedAccount.ts';

/** A request for a page that waits for its answer. */
interface Asked {
  readonly current: number;
  readonly answer: (page: FoundPage) => void;
}

/** An account whose service answers when the test lets it. */
class HeldAccount extends SearchedAccount {
  readonly #asked: Asked[];

  constructor(tenant: string) {
    const asked: Asked[] = [];
    super(
      tenant,
      async ({ current }) => await new Promise((answer) => asked.push({ current, answer })),
    );
    this.#asked = asked;
  }

  /** Waits until the service has been asked `count` times. */
  async untilAsked(count: number): Promise<void> {
    await eventually(() => assert.equal(this.#asked.length, count));
  }

  /** Answers what was asked last with the labels that have these numbers. */
  answer(numbers: readonly number[], total = numbers.length): void {
    const records = numbers.map((number) => namedLabel(this.label, number, `${number}`));
    const { answer, current } = this.#asked.at(-1) ?? assert.fail('The service was not asked.');
    answer({ records, total, size: 20, current, pages: Math.ceil(total / 20) });
  }
}

/** Numbers one after the other. */
function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Waits until the window shows a row whose name holds this. */
async function untilShown(name: string): Promise<void> {
  await eventually(async () =>
    assert.ok((await person.items()).some((item) => item.includes(name))),
  );
}

/** Goes down to the row whose name holds this. */
async function goTo(name: string): Promise<void> {
  await eventually(async () => {
    const focused = await person.focusedItem();
    if (focused?.includes(name) !== true) {
      await person.pressKey('ArrowDown');
      assert.fail(`Another row has the focus: ${focused}`);
    }
  });
}

describe('the finder of labels', () => {
  let recent: RecentLabels;
  let accounts: HeldAccount[];
  let opened: string[];
  let found: Promise<void>;

  /** Opens the finder, for accounts of these tenants. */
  function find(text: string, ...tenants: readonly string[]): readonly HeldAccount[] {
    accounts = tenants.map((tenant) => new HeldAccount(tenant));
    opened = [];
    const options = {
      clock: systemClock,
      recent,
      statusNames: () => new Map<number, string>(),
      open: async (_account: unknown, { labelCode = '' }: Label) => {
        opened.push(labelCode);
        await Promise.resolve();
      },
    };
    found = findLabel(accounts, options, text);
    return accounts;
  }

  /** Opens the finder, and types on where it shows five labels of one account. */
  async function findFive(): Promise<HeldAccount> {
    const [acme = assert.fail('There is no account.')] = find('night', 'acme');
    await acme.untilAsked(1);
    acme.answer(range(1, 5));
    await untilShown('acme-5');
    await person.pressKey('w');
    return acme;
  }

  beforeEach(() => {
    recent = new RecentLabels(new KeyValueStore());
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await found;
    for (const account of accounts) {
      account.dispose();
    }
  });

  it('opens what Enter was pressed for while the answer was on its way to the window', async () => {
    const [acme] = find('council', 'acme');
    await acme?.untilAsked(1);
    acme?.answer([1]);
    // What Enter does. It leaves before the rows do, which VS Code sends in the next turn.
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    assert.deepEqual(opened, ['acme-1']);
  });

  for (const [how, choose] of [
    ['was clicked', async () => await person.clickItem('4')],
    [
      'is first and was clicked',
      async () => {
        await eventually(async () => assert.equal(await person.focusedItem(), undefined));
        await person.clickItem('1');
      },
    ],
    [
      'was gone to',
      async () => {
        await goTo('acme-4');
        await person.pressKey('Enter');
      },
    ],
  ] as const) {
    it(`opens the row that ${how} while another text is looked for`, async () => {
      const acme = await findFive();
      await acme.untilAsked(2);
      await choose();
      await eventually(() => assert.equal(opened.length, 1));
      assert.deepEqual(opened, [how.includes('first') ? 'acme-1' : 'acme-4']);
    });
  }

  it('opens the first label of the answer where Enter was pressed after typing', async () => {
    const acme = await findFive();
    await person.pressKey('Enter');
    await acme.untilAsked(2);
    acme.answer([7, 8]);
    await found;
    assert.deepEqual(opened, ['acme-7']);
  });

  it('shows labels in the order of the service, the first one active, and goes to no other', async () => {
    const [acme] = find('1', 'acme');
    await acme?.untilAsked(1);
    acme?.answer([21, 12, 1]);
    await untilShown('acme-21');
    const shown = (await person.items()).map((item) => /acme-\d+/.exec(item)?.[0]);
    assert.deepEqual(shown, ['acme-21', 'acme-12', 'acme-1']);
    await eventually(async () => assert.match((await person.focusedItem()) ?? '', /acme-21/));
  });

  it('opens nothing of a text that was taken away, and then what was opened before', async () => {
    const acme = await findFive();
    const before = namedLabel('acme', 6, '6');
    assert.ok(before.kind === 'label');
    await recent.add(acme.account.id, before.label);
    await goTo('acme-4');
    await person.pressKey('Control+a Delete Enter');
    await eventually(async () => {
      if (opened.length === 0) {
        await person.pressKey('Enter');
      }
      assert.deepEqual(opened, ['acme-6']);
    });
  });

  it('keeps the row that was gone to where the answer has it, too', async () => {
    const acme = await findFive();
    await goTo('acme-4');
    await acme.untilAsked(2);
    acme.answer([7, 3, 4]);
    await untilShown('acme-7');
    await eventually(async () => assert.match((await person.focusedItem()) ?? '', /acme-4/));
    await person.pressKey('Enter');
    await found;
    assert.deepEqual(opened, ['acme-4']);
  });

  it('opens the row that was seen where others were on their way to the window', async () => {
    const [acme, globex] = find('night', 'acme', 'globex');
    await acme?.untilAsked(1);
    await globex?.untilAsked(1);
    acme?.answer(range(1, 20), 40);
    globex?.answer([1, 2, 3]);
    await untilShown('acme-1');
    await goTo('More results');
    await person.pressKey('Enter');
    await acme?.untilAsked(2);
    await goTo('globex-2');
    acme?.answer(range(21, 20), 40);
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    assert.deepEqual(opened, ['globex-2']);
  });

  it('opens the row that was seen where fewer were on their way to the window', async () => {
    const acme = await findFive();
    await acme.untilAsked(2);
    await goTo('acme-4');
    acme.answer([7]);
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    assert.deepEqual(opened, ['acme-4']);
  });
});
