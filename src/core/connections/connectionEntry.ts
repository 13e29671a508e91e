import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { BaseUrl } from '../account/baseUrl.ts';
import { parseBaseUrl } from './parseBaseUrl.ts';
import { displayText } from '../text/displayText.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { parseConnection, type Connection } from './connection.ts';

/** An entry of the setting that nobody can sign in with. */
export interface UnusableConnection {
  readonly kind: 'unusable';
  readonly name: string;
  /** Where it leads, as far as that can be read. */
  readonly baseUrl: BaseUrl | undefined;
  /** What is wrong with it. */
  readonly reason: string;
  /** The same with the name, for whoever wants to use the connection. */
  readonly problem: ConfigurationError;
}

/** One of the connections that the user has set, whether or not it can be used. */
export type ConnectionEntry =
  | { readonly kind: 'usable'; readonly name: string; readonly connection: Connection }
  | UnusableConnection;

const namedSchema = z.looseObject({ name: z.string().trim().min(1) });
const addressedSchema = z.looseObject({ baseUrl: z.string() });

/** `connection` as one of the entries. */
export function usableEntry(connection: Connection): ConnectionEntry {
  return { kind: 'usable', name: connection.name, connection };
}

/** Where `entry` leads, as far as that can be read. */
export function baseUrlOf(entry: ConnectionEntry): BaseUrl | undefined {
  return entry.kind === 'usable' ? entry.connection.baseUrl : entry.baseUrl;
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
  return { kind: 'unusable', name, baseUrl: readBaseUrl(entry), reason, problem };
}

function readBaseUrl(entry: unknown): BaseUrl | undefined {
  const text = addressedSchema.safeParse(entry).data?.baseUrl;
  if (text === undefined) {
    return undefined;
  }
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      // The entry says so itself, as what is wrong with it.
      return undefined;
    }
    throw error;
  }
}
