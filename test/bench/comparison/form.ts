import * as vscode from 'vscode';

/** The least form: one field whose value is the document's, and that is told when the document has it. */
const page = `<!doctype html>
<html>
  <head>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-form'">
  </head>
  <body>
    <main><input aria-label="Field"></main>
    <script nonce="form">
      const form = acquireVsCodeApi();
      const field = document.querySelector('input');
      window.addEventListener('message', ({ data }) => {
        document.body.dataset.acknowledged = data;
        if (field.value !== data) {
          field.value = data;
        }
      });
      field.addEventListener('input', () => form.postMessage(field.value));
      form.postMessage(null);
    </script>
  </body>
</html>`;

/** Shows a document in the least form. */
export const leastForm: vscode.CustomTextEditorProvider = {
  resolveCustomTextEditor: (document, { onDidDispose, webview }) => {
    const post = (): void => void webview.postMessage(document.getText());
    const changes = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document) {
        post();
      }
    });
    onDidDispose(() => {
      changes.dispose();
    });
    webview.options = { enableScripts: true };
    webview.onDidReceiveMessage((text: unknown) => {
      if (typeof text !== 'string') {
        post();
        return;
      }
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      void vscode.workspace.applyEdit(edit);
    });
    webview.html = page;
  },
};
