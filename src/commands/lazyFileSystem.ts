import * as vscode from 'vscode';
import { fileSystemError } from '../surfaces/fileSystemError.ts';

/** File operations that VS Code uses for documents of a scheme. */
export interface DocumentFiles {
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
}

/**
 * Registers a file system that is loaded on first use. Files cannot be created, renamed or deleted: these
 * operations throw `refusal`. Files are not watched, as every open document is tracked anyway.
 */
export function registerLazyFileSystem(
  scheme: string,
  files: () => Promise<DocumentFiles>,
  onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
  refusal: () => string,
): vscode.Disposable {
  const refuse = (): never => {
    throw fileSystemError('NoPermissions', refusal());
  };
  return vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile,
      watch: () => new vscode.Disposable(() => undefined),
      stat: async (uri) => await (await files()).stat(uri),
      readDirectory: () => [],
      createDirectory: refuse,
      readFile: async (uri) => await (await files()).readFile(uri),
      writeFile: async (uri, content) => {
        await (await files()).writeFile(uri, content);
      },
      delete: refuse,
      rename: refuse,
    },
    { isCaseSensitive: true },
  );
}
