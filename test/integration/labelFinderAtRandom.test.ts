import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LabelOrUnreadable } from '../../src/core/api/label.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { RecentLabels } from '../../src/core/labels/list/recentLabels.ts';
import { findLabel } from '../../src/labelsView/labelFinder.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { randomFrom } from '../support/randomFrom.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { print } from './print.ts';
import { namedLabel, SearchedAccount } from './searchedAccount.ts';

/** How late an answer may be, in milliseconds. */
const latest = 1500;
/** More by `npm run test:soak`. */
const sequences = Number(process.env['FIND_SEQUENCES'] ?? 4);
/** That of a sequence that failed where a click waited for the answer to the next text. */
const firstSeed = Number(process.env['FIND_SEED'] ?? 8);
const tenants = ['acme', 'globex'] as const;
/** All words of five letters, of which there are only two: one letter more leaves some of what was found. */
const names = Array.from({ length: 32 }, (_, number) =>
  number.toString(2).padStart(5, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
);

/** What the names of labels that were opened before have in them. */
const recentText = 'bab';

/** What was chosen in the window, and what it was chosen for. */
interface Choice {
  readonly how: string;
  readonly text: string;
  /** The row that was active or clicked; empty if none was. */
  readonly row: string;
  /** The code of its label. */
  readonly code: string | undefined;
}

describe('the finder of labels, whatever is done to it', () => {
  before(async () => await person.watchChoices());

  for (let index = 0; index < sequences; index++) {
    const seed = firstSeed + index;
    it(`opens what was seen or asked for (FIND_SEED=${seed})`, async () => {
      const finding = new Finding(randomFrom(seed));
      try {
        await finding.act();
        await finding.check();
      } catch (error) {
        print(`      ${finding.done.join(', ')}`);
        throw error;
      } finally {
        await finding.leave();
      }
    });
  }
});

/** One time that labels are looked for. */
class Finding {
  /** What has been done. */
  readonly done: string[] = [];
  readonly #random: () => number;
  readonly #accounts: readonly SearchedAccount[];
  readonly #opened: (string | undefined)[] = [];
  readonly #found: Promise<void>;
  #isLeft = false;
  #asked = 0;
  #hasFailed = false;

  constructor(random: () => number) {
    this.#random = random;
    const count = random() < 0.5 ? 1 : 2;
    const latency = random() < 0.3 ? 0 : random() * latest;
    const failures = random() < 0.3 ? 0.3 : 0;
    this.done.push(`${count} accounts, answers after ${Math.round(latency)} ms`);
    this.#accounts = tenants.slice(0, count).map(
      (tenant) =>
        new SearchedAccount(tenant, async ({ q = '', current, size }) => {
          this.#asked++;
          await delay(latency === 0 ? 0 : random() * latency);
          this.#asked--;
          if (random() < failures) {
            this.#hasFailed = true;
            throw new Error('The service fails.');
          }
          const all = answerOf(tenant, q);
          const records = all.slice((current - 1) * size, current * size);
          return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) };
        }),
    );
    this.#found = this.#find();
  }

  /** Does this and that, and at last chooses something. */
  async act(): Promise<void> {
    await this.#press(this.#random() < 0.5 ? 'a' : 'b');
    await delay(this.#random() * latest);
    const count = 1 + Math.floor(this.#random() * 8);
    for (let step = 0; step < count; step++) {
      await this.#do(this.#random());
      await delay(this.#random() < 0.4 ? 0 : this.#random() * 500);
    }
    await (this.#random() < 0.25 ? this.#click() : this.#press('Enter'));
  }

  /** Compares what has been opened with what was seen and asked for. */
  async check(): Promise<void> {
    await this.#untilQuiet();
    const choices = (await person.choices()).map(readChoice);
    const details = JSON.stringify({ opened: this.#opened, choices });
    assert.ok(this.#opened.length <= 1, `More than one was opened: ${details}`);
    const [opened] = this.#opened;
    if (opened !== undefined) {
      const certain = choices.findIndex(({ how, code }) => how !== 'Enter' && code !== undefined);
      const meant = certain === -1 ? choices : choices.slice(0, certain + 1);
      assert.ok(
        meant.some((choice) => this.#meanings(choice).includes(opened)),
        `Another one was opened: ${details}`,
      );
      return;
    }
    const hasEscaped = this.done.includes('Escape');
    assert.ok(hasEscaped || !this.#isLeft, `It was left with nothing: ${details}`);
    const last = choices.at(-1);
    const isAsked =
      last !== undefined &&
      (last.row === '' || last.code !== undefined) &&
      this.#meanings(last).length > 0;
    const isLast = last?.how === 'click' || this.done.at(-1) === 'Enter';
    // A row of those that were opened before may be one of the text before that has just been taken away.
    const isDoubtful = last?.how === 'Enter' && last.text === '';
    assert.ok(
      hasEscaped || this.#hasFailed || !isLast || !isAsked || isDoubtful,
      `Nothing was opened: ${details}`,
    );
  }

  async leave(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await this.#found;
    for (const account of this.#accounts) {
      account.dispose();
    }
    await person.choices();
  }

  async #find(): Promise<void> {
    const recent = new RecentLabels(new KeyValueStore());
    for (const { account, label } of this.#accounts) {
      for (const found of answerOf(label, recentText).slice(0, 3)) {
        assert.ok(found.kind === 'label');
        await recent.add(account.id, found.label);
      }
    }
    await findLabel(this.#accounts, {
      clock: systemClock,
      recent,
      statusNames: () => new Map(),
      open: async (_account, { labelCode }) => {
        this.#opened.push(labelCode);
        await Promise.resolve();
      },
    });
    this.#isLeft = true;
  }

  async #do(chance: number): Promise<void> {
    if (chance < 0.4) {
      await this.#press(this.#random() < 0.5 ? 'a' : 'b');
    } else if (chance < 0.75) {
      await this.#press(this.#random() < 0.8 ? 'ArrowDown ArrowDown' : 'ArrowUp');
    } else if (chance < 0.85) {
      await this.#press('Backspace');
    } else if (chance < 0.9) {
      await this.#press('Control+a Delete');
    } else if (chance < 0.93) {
      await this.#press('Enter');
    } else if (chance < 0.98) {
      await this.#click();
    } else {
      await this.#press('Escape');
    }
  }

  async #press(key: string): Promise<void> {
    if (!this.#isLeft) {
      this.done.push(key);
      await person.pressKey(key);
    }
  }

  async #click(): Promise<void> {
    const items = await person.items();
    const item = items[Math.floor(this.#random() * Math.min(items.length, 8))];
    if (item !== undefined) {
      this.done.push(`click ${item}`);
      await person.clickItemInSight(item);
    }
  }

  /** The codes of the labels that may be opened for a choice. */
  #meanings({ how, text, row, code }: Choice): string[] {
    // Where the text was taken away and nobody has gone to the row since, it is one of the text before.
    const isLeft = how === 'Enter' && text === '' && !row.includes(recentText);
    const seen = code === undefined || isLeft ? [] : [code];
    const asked =
      how === 'click' || (how === 'Enter after going' && row !== '') || text === ''
        ? []
        : this.#accounts.flatMap(({ label }) => codesOf(answerOf(label, text)).slice(0, 1));
    return [...seen, ...asked];
  }

  /** Waits until something is open, or no answer is awaited any more. */
  async #untilQuiet(): Promise<void> {
    let since = performance.now();
    await eventually(() => {
      if (this.#asked > 0) {
        since = performance.now();
      }
      assert.ok(performance.now() - since > 500 || this.#isLeft, 'Something is still asked for.');
    });
  }
}

/** What the service of a tenant finds, in its order. */
function answerOf(tenant: string, text: string): LabelOrUnreadable[] {
  const found = names.map((name, index) => ({ name, id: index + 1 }));
  const ordered = tenant === 'acme' ? found : found.toReversed();
  return ordered
    .filter(({ name }) => name.includes(text))
    .map(({ name, id }) => namedLabel(tenant, id, name));
}

function codesOf(records: readonly LabelOrUnreadable[]): string[] {
  return records.flatMap((record) =>
    record.kind === 'label' && record.label.labelCode !== undefined ? [record.label.labelCode] : [],
  );
}

function readChoice(told: string): Choice {
  const [how = '', text = '', row = ''] = told.split('\n');
  return { how, text: text.trim(), row, code: /(?:acme|globex)-[ab]+/.exec(row)?.[0] };
}
