import * as vscode from 'vscode';

/** As long as Find Label waits for the next key and for the service in `test/bench/subjects/find.ts`, in milliseconds. */
const wait = 170;

/** The least quick pick that finds something: as long after each key, one row that names the text. */
export function leastFind(): void {
  const input = vscode.window.createQuickPick();
  let timer: NodeJS.Timeout | undefined;
  input.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      input.items = [{ label: `Found ${text}`, alwaysShow: true }];
    }, wait);
  });
  input.onDidHide(() => input.dispose());
  input.show();
}
