import './form.css';
import * as l10n from '@vscode/l10n';
import { ExtensionHost } from './extensionHost.ts';
import { Form } from './form.ts';

const extensionHost = new ExtensionHost();
const { fields, state, translations } = extensionHost.beginning;
if (translations !== undefined) {
  l10n.config({ contents: translations });
}
const form = new Form(extensionHost, fields);
extensionHost.listen((message) => {
  switch (message.type) {
    case 'state':
      form.show(message);
      break;
    case 'save':
      form.showSave(message.state);
      break;
  }
});
extensionHost.send({ type: 'ready' });
// A page that was hidden is loaded again as it was made: what it shows comes with the next message.
if (extensionHost.viewState === undefined) {
  form.show(state);
  extensionHost.viewState = { scroll: 0 };
}
