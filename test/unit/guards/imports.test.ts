import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkImports } from '../../architecture/checkImports.ts';
import { importTable } from '../../architecture/importTable.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';

const rows = Object.keys(importTable);

/** What must stay refused, whatever becomes of the table. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'src/core/text/some.ts': [
    "import { some } from '../account/some.ts';",
    "import { some } from '../../ids.ts';",
    "import { some } from '../../../test/support/some.ts';",
  ],
  'src/core/log/some.ts': [
    "import type { Uri } from 'vscode';",
    "export type Some = import('vscode').Uri;",
    "export const some = async () => await import('vscode');",
  ],
  'src/core/api/some.ts': [
    "import { some } from '../oauth/some.ts';",
    "import type { Some } from '../session/some.ts';",
    "export * from '../labels/some.ts';",
    'export const some = async () => await import(`../session/some.ts`);',
    'export const some = async (name: string) => await import(name);',
  ],
  'src/core/oauth/some.ts': ["export type { Some } from '../session/some.ts';"],
  'src/core/session/some.ts': ["export { some } from '../labels/some.ts';"],
  'src/core/labels/some.ts': [
    "import type { Some } from './list/some.ts';",
    "import type { Some } from '../oauth/some.ts';",
  ],
  'src/core/labels/list/some.ts': ["import type { Some } from '../../session/some.ts';"],
  'src/core/labels/document/some.ts': [
    "import type { Some } from '../list/some.ts';",
    "import type { Some } from '../changes/plan/some.ts';",
  ],
  'src/core/labels/changes/run/some.ts': ["import type { Some } from '../../exchange/some.ts';"],
  'src/commands/some.ts': ["import type { Some } from '../accounts/some.ts';"],
  'src/connections/some.ts': ["import type { Some } from '../extension.ts';"],
  'src/labelsView/rows/some.ts': [
    "export type Some = import('../../labelEditor/some.ts').Some;",
    "export const some = async () => await import('../../sandbox/some.ts');",
  ],
  'src/labelEditor/some.ts': ["import type { Some } from './client/some.ts';"],
  'src/labelEditor/client/some.ts': [
    "import { some } from '../some.ts';",
    "import type { Some } from '../../core/text/some.ts';",
    "import type { Uri } from 'vscode';",
  ],
  'src/sandbox/some.ts': [
    "import type { Some } from '../core/text/some.ts';",
    "import type { Uri } from 'vscode';",
  ],
  'src/extension.ts': ["import { some } from './sandbox/some.ts';"],
  'src/newFeature/some.ts': ["import type { Some } from '../core/text/some.ts';"],
  'test/support/some.ts': ["import type { Some } from '../unit/some.ts';"],
  'test/host/some.ts': ["import type { Some } from '../workbench/some.ts';"],
  'test/unit/core/some.ts': [
    "import type { Uri } from 'vscode';",
    "import type { Some } from '../../../src/extension.ts';",
  ],
};

describe('the import table', function () {
  it('names only rows above the one that names them, and only what exists', () => {
    assert.deepEqual(
      Object.entries(importTable).flatMap(([row, names]) =>
        names.filter((name) => name !== 'vscode' && rows.indexOf(name) >= rows.indexOf(row)),
      ),
      [],
    );
    assert.deepEqual(
      rows.filter((row) => !existsSync(row)),
      [],
    );
  });

  it('lets each row import what it names and what that stands on, and nothing else', async () => {
    const modules = ['vscode', ...rows];
    const attempts = Object.fromEntries(
      rows.map((row) => [
        fileIn(row),
        modules.map((module) => `export * from '${specifier(fileIn(row), module)}';`),
      ]),
    );
    const expected = rows.flatMap((row) =>
      modules.flatMap((module, index) =>
        mayImport(row, module) ? [] : `${fileIn(row)}:${index + 1}`,
      ),
    );
    const refusals = (await messagesAbout(attempts)).filter((message) =>
      message.includes(' may not import '),
    );
    assert.deepEqual(refusals.map(place).toSorted(), expected.toSorted());
  });

  it('has the borders that must stay, for values and types, statements and expressions', async () => {
    const expected = Object.entries(refused).flatMap(([file, lines]) =>
      lines.map((_line, index) => `${file}:${index + 1}`),
    );
    const messages = (await messagesAbout(refused)).filter((message) => /:\d+: /.test(message));
    assert.deepEqual(messages.map(place).toSorted(), expected.toSorted());
  });

  it('lets the extension load the sandbox on first use, and name its types', async () => {
    const lines = [
      "import type { Some } from './sandbox/some.ts';",
      "export const some = async () => await import('./sandbox/some.ts');",
    ];
    assert.deepEqual(await messagesAbout({ 'src/extension.ts': lines }), []);
  });

  it('has a row about each folder', async () => {
    assert.deepEqual(await messagesAbout({ 'src/some/file.ts': [], 'src/core/some/file.ts': [] }), [
      'src/core/some/file.ts: no row of the import table is about it',
      'src/some/file.ts: no row of the import table is about it',
    ]);
  });

  it('allows no circle, not even of types', async () => {
    const files = {
      'src/sandbox/first.ts': ["import type { Some } from './second.ts';"],
      'src/sandbox/second.ts': ["export const some = async () => await import('./third.ts');"],
      'src/sandbox/third.ts': ["export type Some = import('./first.ts').Some;"],
      'src/sandbox/fourth.ts': ["export * from './third.ts';"],
    };
    assert.deepEqual(await messagesAbout(files), [
      `circle: ${['first', 'second', 'third', 'first'].map((name) => `src/sandbox/${name}.ts`).join(' → ')}`,
    ]);
  });
});

/** Whether `row` stands on the row or package `module`. */
function mayImport(row: string, module: string): boolean {
  const names = importTable[row] ?? [];
  return (
    row === module ||
    names.includes(module) ||
    (module !== 'vscode' && names.some((name) => mayImport(name, module)))
  );
}

function fileIn(row: string): string {
  return row.endsWith('.ts') ? row : `${row}/some.ts`;
}

function specifier(file: string, module: string): string {
  if (module === 'vscode') {
    return module;
  }
  const relative = path.posix.relative(path.posix.dirname(file), fileIn(module));
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The file and the line that a message is about. */
function place(message: string): string {
  return message.split(': ', 1).join();
}

/** What is said about files with these lines. */
async function messagesAbout(
  files: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  return await inTemporaryFolder(async (root) => {
    for (const [file, lines] of Object.entries(files)) {
      await mkdir(path.join(root, path.dirname(file)), { recursive: true });
      await writeFile(path.join(root, file), lines.join('\n'));
    }
    return checkImports(root);
  });
}
