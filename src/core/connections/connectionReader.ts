import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { ConfigurationError } from '../errors/configurationError.ts';
import type { Log } from '../log/log.ts';
import { displayText } from '../text/displayText.ts';
import { trimmedText } from '../text/trimmedText.ts';
import { misspelledFields, parseConnection } from './connection.ts';
import { usableEntry, type ConnectionEntry, type UnusableConnection } from './connectionEntry.ts';
import { tryParseBaseUrl } from './parseBaseUrl.ts';

const namedSchema = z.looseObject({ name: trimmedText });
const addressedSchema = z.looseObject({ baseUrl: z.string() });
const identifiedSchema = z.looseObject({ clientId: trimmedText });
const writableSchema = z
  .looseObject({ readOnly: z.nullish(z.literal(false)) })
  .check(z.refine((entry) => !misspelledFields(entry).some(isReadOnly)));

/** Reads the setting `workforce.connections`, and logs the problems of each of its values once. */
export class ConnectionReader {
  readonly #ownCallback: string;
  readonly #log: Log;
  #last: { readonly setting: string; readonly entries: readonly ConnectionEntry[] } | undefined;

  /** `ownCallback` as for `redirectFlowOf`. */
  constructor(ownCallback: string, log: Log) {
    this.#ownCallback = ownCallback;
    this.#log = log;
  }

  /** Parses `setting`, a JSON value. */
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
 * Parses the setting `workforce.connections`, each entry separately, so that an invalid one does not affect the
 * others. `ownCallback` as for `redirectFlowOf`.
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
  const baseUrl = address === undefined ? undefined : tryParseBaseUrl(address);
  const clientId = identifiedSchema.safeParse(entry).data?.clientId;
  const readOnly = !writableSchema.safeParse(entry).success;
  return { kind: 'unusable', name, baseUrl, clientId, readOnly, reason, problem };
}

function isReadOnly(name: string): boolean {
  return name.toLowerCase() === 'readonly';
}
