import './form.css';
import * as l10n from '@vscode/l10n';
import { ExtensionHost } from './extensionHost.ts';
import { Form } from './form.ts';

const extensionHost = new ExtensionHost();
let form: Form | undefined;

extensionHost.listen((message) => {
  switch (message.type) {
    case 'begin':
      if (message.translations !== undefined) {
        l10n.config({ contents: message.translations });
      }
      form = new Form(extensionHost, message.fields);
      break;
    case 'state':
      form?.show(message);
      break;
    case 'save':
      form?.showSave(message.state);
      break;
  }
});
extensionHost.send({ type: 'ready' });
