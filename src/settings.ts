import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readEnvelopeCodes } from './core/api/envelopeCodes.ts';
import type { Disposable } from './core/async/disposable.ts';
import { readJournalLimits } from './core/labels/changes/journal/journalLimits.ts';
import { readStatusNames } from './core/labels/statusNames.ts';
import { settingIds } from './ids.ts';

const pageSizeSchema = z.catch(z.int().check(z.gte(1), z.lte(1000)), 100);
const timeoutSchema = z.catch(z.number().check(z.gte(1), z.lte(600)), 30);

/**
 * Validated settings other than the connections; invalid values are replaced with the default. Values are
 * cached until the configuration changes, as every request and every row needs them.
 */
export class Settings implements Disposable {
  /** Incremented with each change of VS Code's configuration. */
  #revision = 0;
  readonly #listener = vscode.workspace.onDidChangeConfiguration(() => {
    this.#revision++;
  });

  /** Number of labels loaded at a time. */
  readonly pageSize = this.#held(() => pageSizeSchema.parse(read(settingIds.pageSize)));
  readonly statusNames = this.#held(() => readStatusNames(read(settingIds.statusNames)));
  /** Timeout of a request, in milliseconds. */
  readonly requestTimeout = this.#held(
    () => timeoutSchema.parse(readOwn(settingIds.requestTimeout)) * 1000,
  );
  readonly unauthorizedCodes = this.#held((): readonly number[] =>
    readEnvelopeCodes(readOwn(settingIds.unauthorizedCodes), [401]),
  );
  readonly invalidGrantCodes = this.#held((): readonly number[] =>
    readEnvelopeCodes(readOwn(settingIds.invalidGrantCodes), []),
  );

  /** Limits of the change journal. */
  readonly journalLimits = this.#held(() =>
    readJournalLimits({
      days: readOwn(settingIds.journalDays),
      megabytes: readOwn(settingIds.journalMegabytes),
    }),
  );

  dispose(): void {
    this.#listener.dispose();
  }

  #held<Value>(readValue: () => Value): () => Value {
    let held: { readonly revision: number; readonly value: Value } | undefined;
    return () => {
      if (held?.revision !== this.#revision) {
        held = { revision: this.#revision, value: readValue() };
      }
      return held.value;
    };
  }
}

function read(id: string): unknown {
  return vscode.workspace.getConfiguration().get(id);
}

/** Reads the user's own value: a workspace must not control the use of tokens. */
function readOwn(id: string): unknown {
  const setting = vscode.workspace.getConfiguration().inspect(id);
  return setting?.globalValue ?? setting?.defaultValue;
}
