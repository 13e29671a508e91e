import { fileURLToPath } from 'node:url';
import * as l10n from '@vscode/l10n';
import { readCommandLine } from './commandLine.ts';
import type { SandboxOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';

async function run(options: SandboxOptions): Promise<void> {
  if (options.language !== 'en') {
    const bundle = new URL(`../../l10n/bundle.l10n.${options.language}.json`, import.meta.url);
    l10n.config({ fsPath: fileURLToPath(bundle) });
  }
  const sandbox = await startSandbox(options, Date.now, 'own');
  const end = (): void => {
    void sandbox.close();
  };
  // Not `once`: npm forwards a Ctrl+C that the terminal has already sent to this process.
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const { baseUrl, clientId, clientSecret, redirectUris } = sandbox;
  process.stdout.write(`${JSON.stringify({ baseUrl, clientId, clientSecret, redirectUris })}\n`);
}

const commandLine = readCommandLine(process.argv.slice(2));
switch (commandLine.kind) {
  case 'help':
    process.stdout.write(commandLine.usage);
    break;
  case 'wrong':
    process.stderr.write(`${commandLine.problem} (see --help)\n`);
    process.exitCode = 2;
    break;
  case 'start':
    try {
      await run(commandLine.options);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
}
