import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const launchSchema = z.object({
  configurations: z.tuple([
    z.object({
      args: z.array(z.string()),
      outFiles: z.array(z.string()),
      preLaunchTask: z.string(),
    }),
  ]),
});
const tasksSchema = z.object({
  tasks: z.array(
    z.object({
      label: z.string(),
      script: z.string(),
      problemMatcher: z.object({
        background: z.object({ beginsPattern: z.string(), endsPattern: z.string() }),
      }),
    }),
  ),
});
const manifestSchema = z.object({
  main: z.string(),
  scripts: z.record(z.string(), z.string()).optional(),
  contributes: z.object({ commands: z.array(z.object({ command: z.string() })) }).optional(),
});

async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** The folders of the extensions that F5 loads. */
async function launchedExtensions(): Promise<string[]> {
  const { configurations } = await readJson('.vscode/launch.json', launchSchema);
  return configurations[0].args.flatMap((argument) => {
    const [, folder] =
      /^--extensionDevelopmentPath=\$\{workspaceFolder\}(.*)$/.exec(argument) ?? [];
    return folder === undefined ? [] : `.${folder}`;
  });
}

describe('F5', () => {
  it('loads extensions that are there, with this one among them', async () => {
    const folders = await launchedExtensions();
    assert.ok(folders.includes('.'));
    for (const folder of folders.filter((each) => each !== '.')) {
      const { main } = await readJson(path.join(folder, 'package.json'), manifestSchema);
      assert.ok(existsSync(path.join(folder, main)), folder);
    }
  });

  it('waits for a task that says when it has built', async () => {
    const { configurations } = await readJson('.vscode/launch.json', launchSchema);
    const { tasks } = await readJson('.vscode/tasks.json', tasksSchema);
    const { scripts = {} } = await readJson('package.json', manifestSchema);
    const task = tasks.find(({ label }) => label === configurations[0].preLaunchTask);
    assert.equal(scripts[task?.script ?? ''], 'node esbuild.mjs --watch');
    const build = await readFile('esbuild.mjs', 'utf8');
    const printed = [...build.matchAll(/print\('(.+)'\)/g)].map(([, line = '']) => line);
    const { beginsPattern, endsPattern } = task?.problemMatcher.background ?? {};
    for (const pattern of [beginsPattern, endsPattern]) {
      assert.ok(
        printed.some((line) => new RegExp(pattern ?? '^$').test(line)),
        pattern,
      );
    }
  });

  it('runs commands that the extension has', async () => {
    const { contributes } = await readJson('package.json', manifestSchema);
    const known = new Set(contributes?.commands.map(({ command }) => command));
    const sources = await Promise.all(
      (await launchedExtensions())
        .filter((folder) => folder !== '.')
        .map(async (folder) => await readFile(path.join(folder, 'main.js'), 'utf8')),
    );
    const run = [...sources.join('').matchAll(/executeCommand\('([^']+)'/g)].map(
      ([, command = '']) => command,
    );
    assert.ok(run.includes('workforce.sandbox.start'));
    assert.deepEqual(
      // VS Code makes the command `focus` of each view.
      run.filter((command) => !known.has(command) && !command.endsWith('.focus')),
      [],
    );
  });
});
