/** The URI schemes of VS Code and its builds: registered as redirects, and open to the relay. */
export const editorSchemes = [
  'vscode',
  'vscode-insiders',
  'vscodium',
  'code-oss',
  'code-server',
] as const;
