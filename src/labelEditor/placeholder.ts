import * as vscode from 'vscode';

const lineStart = '// ';

/**
 * Returns the text of a document whose label cannot be read: VS Code opens an editor only for a readable file.
 * It contains the reason, and is not JSON, so that it cannot be saved or mistaken for a label.
 */
export function placeholderText(reason: string): string {
  return [firstLine(), ...reason.split(/\r?\n/).map((line) => lineStart + line), ''].join('\n');
}

/** Returns whether a document with `text` shows a placeholder. */
export function isPlaceholder(text: string): boolean {
  const [first, ...others] = text.split(/\r?\n/);
  return first === firstLine() && others.every((line) => line === '' || line.startsWith(lineStart));
}

/** Returns the reason in the placeholder `text`. */
export function reasonIn(text: string): string {
  const [, ...reasons] = text.trimEnd().split(/\r?\n/);
  return reasons.map((line) => line.slice(lineStart.length)).join(' ');
}

function firstLine(): string {
  return lineStart + vscode.l10n.t('This label cannot be read at the moment.');
}
