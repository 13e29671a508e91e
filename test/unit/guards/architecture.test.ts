import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

/** Modules that a folder is asked to import, one for each part of the extension. */
const modules = [
  'vscode',
  'src/core/base/some.ts',
  'src/core/base/errors/some.ts',
  'src/core/api/some.ts',
  'src/core/api/transport.ts',
  'src/core/oauth/some.ts',
  'src/core/session/some.ts',
  'src/core/labels/some.ts',
  'src/core/labels/document/some.ts',
  'src/core/labels/changes/some.ts',
  'src/core/labels/exchange/some.ts',
  'src/connections/some.ts',
  'src/authentication/some.ts',
  'src/labelsView/some.ts',
  'src/labelBatch/some.ts',
  'src/labelEditor/some.ts',
  'src/labelEditor/protocol.ts',
  'src/labelEditor/client/some.ts',
  'src/commands/some.ts',
  'src/sandbox/some.ts',
  'src/ids.ts',
  'src/extension.ts',
] as const;

const feature = (folder: string): readonly string[] => [
  'vscode',
  'src/core/',
  'src/ids.ts',
  folder,
];

/** What each folder may import: whatever begins with one of these. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core/base': ['src/core/base/'],
  'src/core/base/errors': ['src/core/base/'],
  'src/core/api': ['src/core/base/', 'src/core/api/'],
  'src/core/oauth': ['src/core/base/', 'src/core/api/transport.ts', 'src/core/oauth/'],
  'src/core/session': ['src/core/base/', 'src/core/oauth/', 'src/core/session/'],
  'src/core/labels': ['src/core/base/', 'src/core/api/', 'src/core/labels/some.ts'],
  'src/core/labels/document': [
    'src/core/base/',
    'src/core/api/',
    'src/core/labels/some.ts',
    'src/core/labels/document/',
  ],
  'src/core/labels/changes': [
    'src/core/base/',
    'src/core/api/',
    'src/core/labels/some.ts',
    'src/core/labels/document/',
    'src/core/labels/changes/',
  ],
  'src/core/labels/exchange': ['src/core/base/', 'src/core/api/', 'src/core/labels/'],
  'src/connections': feature('src/connections/'),
  'src/authentication': feature('src/authentication/'),
  'src/labelsView': feature('src/labelsView/'),
  'src/labelBatch': feature('src/labelBatch/'),
  'src/labelEditor': [...feature('src/labelEditor/some.ts'), 'src/labelEditor/protocol.ts'],
  'src/labelEditor/client': ['src/labelEditor/client/', 'src/labelEditor/protocol.ts'],
  'src/commands': feature('src/commands/'),
  'src/sandbox': ['src/sandbox/'],
};

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

describe('the linter', () => {
  it('lets each folder import what the architecture allows, and nothing else', async () => {
    const attempts = Object.entries(allowed).flatMap(([folder, beginnings]) =>
      modules.map((module, number) => ({
        file: `${folder}/attempt${number}.ts`,
        folder,
        module,
        isAllowed: beginnings.some((beginning) => module.startsWith(beginning)),
      })),
    );
    const refused = await inTemporaryFolder(async (root) => {
      await writeFile(path.join(root, '.oxlintrc.json'), await configurationWithoutTypes());
      for (const { file, folder, module } of attempts) {
        await mkdir(path.join(root, folder), { recursive: true });
        await writeFile(path.join(root, file), `export * from '${specifier(folder, module)}';\n`);
      }
      return await filesRefused(root);
    });
    const wrong = attempts.filter(({ file, isAllowed }) => refused.has(file) === isAllowed);
    assert.deepEqual(
      wrong.map(({ folder, isAllowed, module }) =>
        isAllowed ? `${folder} must get ${module}` : `${folder} must not get ${module}`,
      ),
      [],
    );
  });
});

function specifier(folder: string, module: string): string {
  if (!module.includes('/')) {
    return module;
  }
  const relative = path.posix.relative(folder, module);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The project's own rules, without those that need the types of a whole project. */
async function configurationWithoutTypes(): Promise<string> {
  const configuration = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile('.oxlintrc.json', 'utf8')));
  const { $schema: _schema, options: _options, ...rest } = configuration;
  return JSON.stringify(rest);
}

/** The files below `root` whose import is refused. */
async function filesRefused(root: string): Promise<ReadonlySet<string>> {
  const oxlint = path.resolve('node_modules', '.bin', 'oxlint');
  const { promise, resolve } = Promise.withResolvers<string>();
  // It ends with a code other than 0, as it is meant to find something.
  execFile(oxlint, ['--format', 'json'], { cwd: root, maxBuffer: 1e8 }, (_error, output) =>
    resolve(output),
  );
  const { diagnostics } = reportSchema.parse(JSON.parse(await promise));
  return new Set(
    diagnostics
      .filter(({ code }) => code === 'eslint(no-restricted-imports)')
      .map(({ filename }) => filename.replaceAll('\\', '/')),
  );
}
