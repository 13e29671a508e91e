import '../../webview/client/page.css';
import './form.css';
import * as l10n from '@vscode/l10n';
import { keepLastFocus } from '../../webview/client/lastFocus.ts';
import { Form } from './form.ts';
import { connectForm } from './formHost.ts';

const extensionHost = connectForm();
const { fields, state, translations } = extensionHost.initialData;
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
    case 'focus':
      form.focus(message.field);
      break;
  }
});
keepLastFocus();
extensionHost.send({ type: 'ready' });
form.show(state);
