import assert from 'node:assert/strict';
import { ModelledTyping, type ModelledTypingOptions } from './modelledTyping.ts';

const latencies = [0, 20, 80, 200];
const pieces = {
  name: ['a', 'b', ' ', 'Z', '7', '-', '"', '\\', 'ß', '試', '😀', '<', '{'],
  code: ['A', 'B', '7', '-', '_'],
  json: ['x', 'y', 'z'],
} as const;

/**
 * Types, takes back, pastes, composes, saves, goes to other tabs, edits the JSON and loads the window anew,
 * at random.
 */
export class RandomTyping {
  /** Log of actions, for the message of a failure. */
  readonly log: string[] = [];
  readonly #options: ModelledTypingOptions;
  readonly #typing: ModelledTyping;
  readonly #random: () => number;

  constructor(options: ModelledTypingOptions, random: () => number) {
    this.#options = options;
    this.#typing = new ModelledTyping(options);
    this.#random = random;
  }

  /** Does `count` things and saves. Throws where a character was lost, doubled or not saved. */
  async run(count: number): Promise<void> {
    for (let done = 0; done < count; done++) {
      const latency = this.#oneOf(latencies);
      this.#options.fixture.sandbox.control.setOption({ latency });
      await this.#act();
    }
    await this.#typing.saveAll();
  }

  /** Gives the label back its content, whatever a failure has left. */
  async restore(): Promise<void> {
    await this.#typing.restore();
  }

  async #act(): Promise<void> {
    const typing = this.#typing;
    const { field } = typing;
    const text = this.#textOf(pieces[field], 8);
    const count = 1 + this.#below(3);
    const actions: readonly (readonly [number, string, () => Promise<void>])[] = [
      [30, `type ${JSON.stringify(text)}`, async () => await typing.type(text)],
      [8, `erase ${count}`, async () => await typing.erase(count)],
      [6, `move behind ${count}`, async () => await typing.moveTo(count)],
      [14, `undo ${count}`, async () => await typing.undo(count)],
      [10, 'redo', async () => await typing.redo()],
      [4, 'paste', async () => await typing.paste()],
      [5, 'compose', async () => await typing.compose()],
      [4, 'field', async () => await typing.goToField(field === 'name' ? 'code' : 'name')],
      [7, 'save and go on', async () => await typing.save()],
      [5, 'save', async () => await typing.saveAll()],
      [4, 'tab', async () => await typing.otherTab()],
      [5, 'JSON', async () => await typing.typeJson(this.#textOf(pieces.json, 3))],
      [1, 'renamed', async () => await typing.renamedElsewhere(`Theirs ${count}`)],
      [1, 'overwrite', async () => await this.#overwrite(`Theirs ${count}`)],
      [2, 'reload', async () => await typing.reload()],
    ];
    let left = this.#random() * actions.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = actions.find(([weight]) => (left -= weight) < 0);
    assert.ok(chosen);
    const [, name, act] = chosen;
    this.log.push(`${JSON.stringify(typing.content)} ${name}`);
    await act();
    if (this.#random() < 0.5) {
      await typing.settled();
    }
  }

  async #overwrite(theirs: string): Promise<void> {
    await this.#typing.renamedElsewhere(theirs);
    await this.#typing.overwrite(`${theirs} again`);
  }

  #textOf(from: readonly string[], maximum: number): string {
    const length = 1 + this.#below(maximum);
    return Array.from({ length }, () => this.#oneOf(from)).join('');
  }

  #oneOf<T>(values: readonly T[]): T {
    const value = values[this.#below(values.length)];
    assert.ok(value !== undefined);
    return value;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
