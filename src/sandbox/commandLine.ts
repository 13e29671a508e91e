import { parseArgs } from 'node:util';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { optionGroups, sandboxOptionsSchema, type SandboxOptions } from './options.ts';

/** Parsed command line. */
export type CommandLine =
  | { readonly kind: 'start'; readonly options: SandboxOptions }
  | { readonly kind: 'help'; readonly usage: string }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Notation of a flag's value by kind; `switch` takes no value. */
const notations = {
  number: ' N',
  text: ' TEXT',
  list: ' TEXT',
  json: ' NAME=JSON',
  objects: ' NAME=VALUE,…',
  switch: '',
} as const;

/** Option with its flag and the kind of its value. */
interface Flag {
  readonly option: string;
  readonly name: string;
  readonly kind: keyof typeof notations;
  readonly description: string;
  readonly fallback: unknown;
}

function kindOf(schema: unknown, fallback: unknown): Flag['kind'] {
  if (schema instanceof z.ZodMiniArray) {
    return schema.def.element instanceof z.ZodMiniObject ? 'objects' : 'list';
  }
  if (schema instanceof z.ZodMiniRecord) {
    return 'json';
  }
  if (typeof fallback === 'boolean') {
    return 'switch';
  }
  return typeof fallback === 'number' ? 'number' : 'text';
}

const fallbacks = new Map<string, unknown>(Object.entries(sandboxOptionsSchema.parse({})));

function flagsOf(group: Readonly<Record<string, z.ZodMiniDefault>>): Flag[] {
  return Object.entries(group).map(([option, schema]) => {
    const fallback = fallbacks.get(option);
    return {
      option,
      name: option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      kind: kindOf(schema.def.innerType, fallback),
      description: z.globalRegistry.get(schema)?.description ?? '',
      fallback,
    };
  });
}

const flags = Object.values(optionGroups).flatMap(flagsOf);

function usage(): string {
  const groups = Object.entries(optionGroups).map(([title, group]) => {
    const lines = flagsOf(group).map(({ name, kind, description, fallback }) => {
      const shown = kind === 'number' || kind === 'text' ? ` (default ${String(fallback)})` : '';
      return `  --${name}${notations[kind]}\n      ${description}${shown}`;
    });
    return [`${title}:`, ...lines, ''].join('\n');
  });
  return [
    'A local sandbox of the Workforce service. Prints one line of JSON once it accepts',
    'connections; ends on SIGINT or SIGTERM.',
    '',
    ...groups,
    '  --help\n      print this',
    '',
  ].join('\n');
}

/** Splits `NAME=VALUE` into name and value. */
function nameAndValue(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split('=');
  return [name, value.join('=')];
}

function numberOrText(value: string): number | string {
  return /^-?\d+$/.test(value) ? Number(value) : value;
}

/** Parses the texts of a flag as the value of its option. Throws a `SyntaxError`. */
function valueOf(kind: Flag['kind'], value: unknown): unknown {
  const texts = z.catch(z.array(z.string()), []).parse(value);
  switch (kind) {
    case 'number':
      return typeof value === 'string' ? numberOrText(value) : value;
    case 'json':
      return Object.fromEntries(
        texts.map(nameAndValue).map(([name, json]): [string, unknown] => [name, JSON.parse(json)]),
      );
    case 'objects':
      return texts.map((text) =>
        Object.fromEntries(
          text
            .split(',')
            .map(nameAndValue)
            .map(([name, each]) => [name, numberOrText(each)]),
        ),
      );
    case 'list':
    case 'switch':
    case 'text':
      return value;
  }
}

function problemOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const flag = flags.find(({ option }) => option === issue?.path[0]);
  return `--${flag?.name ?? 'option'}: ${issue?.message ?? 'not valid'}`;
}

/** Parses the command line; reports the first invalid option. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values }: { values: Readonly<Record<string, unknown>> } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          flags.map(({ name, kind }) => [
            name,
            kind === 'switch'
              ? ({ type: 'boolean' } as const)
              : ({ type: 'string', multiple: kind !== 'number' && kind !== 'text' } as const),
          ]),
        ),
      },
    });
    if (values['help'] === true) {
      return { kind: 'help', usage: usage() };
    }
    const given = flags.flatMap(({ option, name, kind }): [string, unknown][] => {
      const value = values[name];
      return value === undefined ? [] : [[option, valueOf(kind, value)]];
    });
    // zod/mini has no built-in error messages.
    const parsed = sandboxOptionsSchema.safeParse(Object.fromEntries(given), {
      error: en().localeError,
    });
    return parsed.success
      ? { kind: 'start', options: parsed.data }
      : { kind: 'wrong', problem: problemOf(parsed.error) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', problem: message.split(/\n|\. /, 1)[0] ?? message };
  }
}
