import type { Log } from '../log/log.ts';
import { readConnectionEntries, type ConnectionEntry } from './connectionEntry.ts';

/** Reads the setting `workforce.connections`, and logs what is wrong with it once for each of its values. */
export class ConnectionReader {
  readonly #ownCallback: string;
  readonly #log: Log;
  #last: { readonly setting: string; readonly entries: readonly ConnectionEntry[] } | undefined;

  /** `ownCallback` as for `redirectFlowOf`. */
  constructor(ownCallback: string, log: Log) {
    this.#ownCallback = ownCallback;
    this.#log = log;
  }

  /** The entries of `setting`, a value of JSON. */
  read(setting: unknown): readonly ConnectionEntry[] {
    const text = JSON.stringify(setting ?? null);
    if (this.#last?.setting !== text) {
      const entries = readConnectionEntries(setting, this.#ownCallback);
      this.#last = { setting: text, entries };
      for (const entry of entries) {
        if (entry.kind === 'unusable') {
          this.#log.warn(entry.problem.message);
        }
      }
    }
    return this.#last.entries;
  }
}
