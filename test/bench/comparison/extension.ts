import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import * as vscode from 'vscode';
import { plainRows } from '../../support/comparisonRows.ts';
import { liveBytes } from '../../support/liveBytes.ts';
import { sameFiles } from './files.ts';
import { leastFind } from './find.ts';
import { leastForm } from './form.ts';

const workforce = 'workforce-tools.workforce-labels';
/** A copy: see `test/bench/comparisonPackage.ts`. */
const gitHub = 'workforce-bench.github-authentication';

interface Script {
  readonly url: string;
  /** In characters. */
  readonly length: number;
  /** When it was loaded, in milliseconds since the epoch. */
  readonly at: number;
}

/** Registers a tree, files and a form, and commands that measure other extensions of the same host. */
export function activate({ globalStorageUri, subscriptions }: vscode.ExtensionContext): void {
  const session = new inspector.Session();
  const scripts: Script[] = [];
  const report = (name: string, figures: unknown): void => {
    const file = path.join(globalStorageUri.fsPath, `${name}.json`);
    mkdirSync(globalStorageUri.fsPath, { recursive: true });
    // Whole as soon as it is there.
    writeFileSync(`${file}.part`, JSON.stringify(figures));
    renameSync(`${file}.part`, file);
  };
  const activateInOrder = async (...ids: readonly string[]): Promise<void> => {
    const figures: Record<string, number> = {};
    for (const id of ids) {
      figures[id] = await cpuOfActivation(id);
    }
    report('activation', figures);
  };
  const commands: Readonly<Record<string, () => unknown>> = {
    activateWorkforceFirst: async () => await activateInOrder(workforce, gitHub),
    activateGitHubFirst: async () => await activateInOrder(gitHub, workforce),
    watchScripts: () => {
      session.connect();
      session.on('Debugger.scriptParsed', ({ params: { length = 0, url } }) =>
        scripts.push({ url, length, at: Date.now() }),
      );
      session.post('Debugger.enable');
      report('watching', true);
    },
    listScripts: async () => {
      const other = vscode.extensions.getExtension(gitHub);
      await other?.activate();
      const owned = [workforce, gitHub].map((id) => [id, scriptsOf(id, scripts)] as const);
      report('scripts', Object.fromEntries(owned));
    },
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

/** Those of `scripts` that belong to an extension. */
function scriptsOf(id: string, scripts: readonly Script[]): readonly Script[] {
  const folder = vscode.extensions.getExtension(id)?.extensionPath ?? '';
  return scripts.filter(({ url }) => decodeURI(url).includes(`${folder}/`));
}

/** Milliseconds of work of this thread. */
async function cpuOfActivation(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined || extension.isActive) {
    throw new Error(`${id} is ${extension === undefined ? 'not there' : 'active already'}.`);
  }
  const before = process.threadCpuUsage();
  await extension.activate();
  const { system, user } = process.threadCpuUsage(before);
  return (system + user) / 1000;
}
