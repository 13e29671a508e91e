import { element } from '../../webview/client/element.ts';
import type { GridColumn } from '../protocol.ts';

/** Creates the lists of values that the inputs of number columns offer. */
export function valueLists(columns: readonly GridColumn[]): readonly HTMLElement[] {
  return columns
    .filter(({ kind, knownValues }) => kind === 'wholeNumber' && knownValues.length > 0)
    .map(({ id, knownValues }) =>
      element(
        'datalist',
        { id: `values-${id}` },
        ...knownValues.map(({ text, value }) => element('option', { value, label: text })),
      ),
    );
}
