/** The URI schemes of VS Code and its builds, allowed in redirect URIs and by the relay. */
export const editorSchemes = [
  'vscode',
  'vscode-insiders',
  'vscodium',
  'code-oss',
  'code-server',
] as const;
