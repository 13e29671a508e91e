import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { ConfigurationError } from '../errors/configurationError.ts';
import type { Log } from '../log/log.ts';
import { displayText } from '../text/displayText.ts';
import { trimmedText } from '../text/trimmedText.ts';
import { parseConnection } from './connection.ts';
import { usableEntry, type ConnectionEntry, type UnusableConnection } from './connectionEntry.ts';
import { readBaseUrl } from './parseBaseUrl.ts';

const namedSchema = z.looseObject({ name: trimmedText });
const addressedSchema = z.looseObject({ baseUrl: z.string() });
const identifiedSchema = z.looseObject({ clientId: trimmedText });

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

/**
 * Reads the setting `workforce.connections`, each entry by itself: one that is wrong does not hide the
 * others, and is not hidden by them. `ownCallback` as for `redirectFlowOf`.
 */
export function readConnectionEntries(
  setting: unknown,
  ownCallback: string,
): readonly ConnectionEntry[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  return entries.map((entry, index) => {
    try {
      return usableEntry(parseConnection(entry, ownCallback));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) {
        throw error;
      }
      return unusableEntry(entry, index, error);
    }
  });
}

function unusableEntry(
  entry: unknown,
  index: number,
  cause: ConfigurationError,
): UnusableConnection {
  const name = namedSchema.safeParse(entry).data?.name ?? l10n.t('Connection {0}', index + 1);
  const reason = cause.message;
  const problem = new ConfigurationError(
    l10n.t('The connection {0} cannot be used. {1}', displayText(name), reason),
    cause.step,
    { cause },
  );
  const address = addressedSchema.safeParse(entry).data?.baseUrl;
  const baseUrl = address === undefined ? undefined : readBaseUrl(address);
  const clientId = identifiedSchema.safeParse(entry).data?.clientId;
  return { kind: 'unusable', name, baseUrl, clientId, reason, problem };
}
