import '../../webview/client/page.css';
import './grid.css';
import * as l10n from '@vscode/l10n';
import { keepLastFocus } from '../../webview/client/lastFocus.ts';
import { Grid } from './grid.ts';
import { connectGrid } from './gridHost.ts';

const host = connectGrid();
const { initialData } = host;
if (initialData.translations !== undefined) {
  l10n.config({ contents: initialData.translations });
}
const grid = new Grid(host, initialData);
host.listen((message) => {
  switch (message.type) {
    case 'state':
      grid.show(message);
      break;
    case 'rows':
      grid.addRows(message);
      break;
  }
});
keepLastFocus();
grid.begin();
