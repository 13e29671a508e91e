import { parseArgs } from 'node:util';
import type * as z from 'zod';
import { sandboxOptionsSchema, type SandboxOptions } from './options.ts';

/** What the command line asks for. */
export type CommandLine =
  | { readonly kind: 'start'; readonly options: SandboxOptions }
  | { readonly kind: 'help'; readonly usage: string }
  | { readonly kind: 'wrong'; readonly problem: string };

const defaults = sandboxOptionsSchema.parse({});

/** An option with its flag and the kind of its value. */
interface Flag {
  readonly option: string;
  readonly name: string;
  readonly kind: 'number' | 'text' | 'list' | 'switch';
  readonly description: string;
  readonly fallback: unknown;
}

function kindOf(fallback: unknown): Flag['kind'] {
  if (Array.isArray(fallback)) {
    return 'list';
  }
  if (typeof fallback === 'boolean') {
    return 'switch';
  }
  return typeof fallback === 'number' ? 'number' : 'text';
}

const fallbacks = new Map<string, unknown>(Object.entries(defaults));

const flags = Object.entries(sandboxOptionsSchema.shape).map(([option, schema]): Flag => {
  const fallback = fallbacks.get(option);
  return {
    option,
    name: option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    kind: kindOf(fallback),
    description: schema.description ?? '',
    fallback,
  };
});

function usage(): string {
  const lines = flags.map(({ name, kind, description, fallback }) => {
    const value = kind === 'switch' ? '' : kind === 'number' ? ' N' : ' TEXT';
    const shown = kind === 'number' || kind === 'text' ? ` (default ${String(fallback)})` : '';
    return `  --${name}${value}\n      ${description}${shown}`;
  });
  return [
    'A local sandbox of the Workforce service. Prints one line of JSON once it accepts',
    'connections; ends on SIGINT or SIGTERM.',
    '',
    ...lines,
    '  --help\n      print this',
    '',
  ].join('\n');
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const flag = flags.find(({ option }) => option === issue?.path[0]);
  return `--${flag?.name ?? 'option'}: ${issue?.message ?? 'not valid'}`;
}

/** Reads the options from the arguments; reports the first invalid one. */
export function readCommandLine(args: readonly string[]): CommandLine {
  let values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          flags.map(({ name, kind }) => [
            name,
            kind === 'switch'
              ? ({ type: 'boolean' } as const)
              : ({ type: 'string', multiple: kind === 'list' } as const),
          ]),
        ),
      },
    }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', problem: message.split(/\n|\. /, 1)[0] ?? message };
  }
  if (values['help'] === true) {
    return { kind: 'help', usage: usage() };
  }
  const given = flags.flatMap(({ option, name, kind }) => {
    const value = values[name];
    if (value === undefined) {
      return [];
    }
    const isNumber = kind === 'number' && typeof value === 'string' && /^-?\d+$/.test(value);
    return [[option, isNumber ? Number(value) : value] as const];
  });
  const parsed = sandboxOptionsSchema.safeParse(Object.fromEntries(given));
  return parsed.success
    ? { kind: 'start', options: parsed.data }
    : { kind: 'wrong', problem: problemOf(parsed.error) };
}
