import './form.css';
import * as l10n from '@vscode/l10n';
import { Connection } from './connection.ts';
import { Form } from './form.ts';

const connection = new Connection();
let form: Form | undefined;

connection.listen((message) => {
  switch (message.type) {
    case 'begin':
      if (message.translations !== undefined) {
        l10n.config({ contents: message.translations });
      }
      form = new Form(connection);
      break;
    case 'state':
      form?.show(message);
      break;
    case 'save':
      form?.showSave(message.state);
      break;
  }
});
connection.send({ type: 'ready' });
