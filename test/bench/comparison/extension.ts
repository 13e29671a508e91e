import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { plainRows } from '../../support/comparisonRows.ts';
import { liveBytes } from '../../support/liveBytes.ts';
import { sameFiles } from './files.ts';
import { leastFind } from './find.ts';
import { leastForm } from './form.ts';
import { bareRequests } from './service.ts';
import { WorkRecorder } from './workRecorder.ts';

const workforce = 'workforce-tools.workforce-labels';
/** A copy: see `test/bench/comparisonPackage.ts`. */
const gitHub = 'workforce-bench.github-authentication';

/** Registers a tree, files and a form, and commands that measure other extensions of the same host. */
export function activate({ globalStorageUri, subscriptions }: vscode.ExtensionContext): void {
  const work = new WorkRecorder();
  subscriptions.push(work);
  const report = (name: string, figures: unknown): void => {
    const file = path.join(globalStorageUri.fsPath, `${name}.json`);
    mkdirSync(globalStorageUri.fsPath, { recursive: true });
    // Whole as soon as it is there.
    writeFileSync(`${file}.part`, JSON.stringify(figures));
    renameSync(`${file}.part`, file);
  };
  const activateInOrder = async (...ids: readonly string[]): Promise<void> => {
    const figures: Record<string, Activation> = {};
    for (const id of ids) {
      figures[id] = await activationOf(id);
    }
    report('activation', figures);
  };
  const commands: Readonly<Record<string, () => unknown>> = {
    activateWorkforceFirst: async () => await activateInOrder(workforce, gitHub),
    activateGitHubFirst: async () => await activateInOrder(gitHub, workforce),
    watchWork: () => {
      work.start();
      report('watching', true);
    },
    reportWork: () => report('work', work.turns),
    load: async () => report('load', await bareRequests.load()),
    update: async () => report('update', await bareRequests.update()),
    find: leastFind,
    measureMemory: () => report('memory', { bytes: liveBytes() }),
  };
  for (const [name, command] of Object.entries(commands)) {
    const run = async (): Promise<void> => {
      try {
        await command();
      } catch (error) {
        report('error', String(error));
      }
    };
    subscriptions.push(vscode.commands.registerCommand(`comparison.${name}`, run));
  }
  subscriptions.push(
    vscode.window.registerTreeDataProvider('comparison.rows', {
      getChildren: () => Array.from({ length: 2 * plainRows }, (_, index) => index + 1),
      getTreeItem: (row: number) => treeItem(row),
    }),
    vscode.workspace.registerFileSystemProvider('comparison', sameFiles),
    vscode.window.registerCustomEditorProvider('comparison.form', leastForm),
  );
}

function treeItem(row: number): vscode.TreeItem {
  const item = new vscode.TreeItem(`Row ${row}`);
  item.id = String(row);
  // The rows behind the first ones open documents of the kind that labels are.
  const ending = row > plainRows ? '.json' : '';
  const uri = vscode.Uri.from({ scheme: 'comparison', path: `/${row}.comparison${ending}` });
  item.command = { command: 'vscode.open', title: 'Open', arguments: [uri] };
  return item;
}

/** Cost of activating an extension, in milliseconds. */
interface Activation {
  /** Of this thread. */
  readonly work: number;
  /** By the clock on the wall. */
  readonly elapsed: number;
}

async function activationOf(id: string): Promise<Activation> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined || extension.isActive) {
    throw new Error(`${id} is ${extension === undefined ? 'not there' : 'active already'}.`);
  }
  const [before, begun] = [process.threadCpuUsage(), performance.now()];
  await extension.activate();
  const { system, user } = process.threadCpuUsage(before);
  return { work: (system + user) / 1000, elapsed: performance.now() - begun };
}
