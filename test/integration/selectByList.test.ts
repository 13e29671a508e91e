import assert from 'node:assert/strict';
import type { Label } from '../../src/core/api/label.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { ReadOnlyTexts } from '../../src/labelChanges/readOnlyTexts.ts';
import { selectByList } from '../../src/labelChanges/selectByList.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { namedLabel, SearchedAccount } from './searchedAccount.ts';

/** Texts that only the test sees. */
class ShownTexts extends ReadOnlyTexts {
  readonly shown: string[] = [];

  override async show(name: string, text: string): Promise<void> {
    this.shown.push(`${name}\n${text}`);
    await Promise.resolve();
  }
}

async function refuse(): Promise<never> {
  return await Promise.reject(new Error('Another action was chosen.'));
}

describe('labels selected by a list', () => {
  let account: SearchedAccount;
  let texts: ShownTexts;
  let exported: (string | undefined)[];

  /** Selects the labels of a list that is typed or pasted, and exports them. */
  async function select(): Promise<void> {
    await selectByList(account, {
      clock: systemClock,
      texts,
      setStatus: refuse,
      replace: refuse,
      openTable: refuse,
      exportLabels: async (labels: readonly Label[]) => {
        exported.push(...labels.map(({ labelCode }) => labelCode));
        await Promise.resolve();
      },
    });
  }

  beforeEach(() => {
    const records = [namedLabel('acme', 1, '1'), namedLabel('acme', 2, '2')];
    account = new SearchedAccount('acme', async ({ current, size }) => {
      return await Promise.resolve({ records, total: 2, size, current, pages: 1 });
    });
    texts = new ShownTexts();
    exported = [];
  });

  afterEach(async () => {
    texts.dispose();
    account.dispose();
    await person.clearNotifications();
  });

  it('shows what was not found when asked to, and can go on with the others', async () => {
    const selected = select();
    await person.typeText('Select by List', '(acme-1) nobody-1 ‘ACME-2’');
    await eventually(async () => {
      const rows = await person.items();
      assert.ok(
        rows.some((row) => row.includes('Show Entries Not Found')),
        rows.join(),
      );
    });
    assert.deepEqual(texts.shown, []);
    await person.pickItem('Show Entries Not Found');
    await person.clickNotification('2 labels found. 1 entry was not found.', 'Choose Action');
    assert.deepEqual(texts.shown, ['Not Found\nnobody-1\n']);
    await person.pickItem('Export Labels…');
    await selected;
    assert.deepEqual(exported, ['acme-1', 'acme-2']);
  });

  it('offers nothing to show where all was found', async () => {
    const selected = select();
    await person.typeText('Select by List', 'acme-1 acme-2');
    await eventually(async () =>
      assert.ok((await person.items()).some((row) => row.includes('Export Labels…'))),
    );
    assert.ok((await person.items()).every((row) => !row.includes('Not Found')));
    await person.pickItem('Export Labels…');
    await selected;
    assert.deepEqual([exported, texts.shown], [['acme-1', 'acme-2'], []]);
  });
});
