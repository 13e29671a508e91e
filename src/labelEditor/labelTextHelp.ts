import * as vscode from 'vscode';
import { rangeOf } from '../commands/textRange.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { isEditableField } from '../core/api/labelFields.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { labelTextPlace } from '../core/labels/document/labelTextPlace.ts';
import { fieldHelp } from '../core/labels/fieldInput.ts';
import { hasStatusNames, statusText, type StatusNames } from '../core/labels/statusNames.ts';
import { labelLanguageId, settingIds } from '../ids.ts';
import { completionItem } from '../surfaces/completionItem.ts';
import { markdown } from '../surfaces/markdown.ts';

/** Hovers and completions for a label document edited as JSON, including the known statuses. */
export class LabelTextHelp
  implements Disposable, vscode.HoverProvider, vscode.CompletionItemProvider
{
  readonly #statusNames: () => StatusNames;
  readonly #disposables = new DisposableStore();

  constructor(statusNames: () => StatusNames) {
    this.#statusNames = statusNames;
    const documents = { language: labelLanguageId, scheme: labelScheme };
    this.#disposables.add(vscode.languages.registerHoverProvider(documents, this));
    this.#disposables.add(
      vscode.languages.registerCompletionItemProvider(documents, this, ':', ' '),
    );
  }

  /** Returns the hover; called by VS Code. */
  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const place = labelTextPlace(document.getText(), document.offsetAt(position));
    if (place === undefined || place.span.length === 0) {
      return undefined;
    }
    const range = rangeOf(document, place.span);
    const paragraphs = [descriptionOf(place.field)];
    if (hasStatusNames(place.field)) {
      const names = this.#statusNames();
      const status = Number(document.getText(range));
      paragraphs.push(
        place.part === 'value' && names.has(status)
          ? vscode.l10n.t('This status is called “{0}”.', statusText(status, names))
          : vscode.l10n.t('The setting {0} gives names to statuses.', settingIds.statusNames),
      );
    }
    return new vscode.Hover(
      paragraphs.map((paragraph) => markdown(paragraph)),
      range,
    );
  }

  /** Returns the completions; called by VS Code. */
  provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): vscode.CompletionList | undefined {
    const place = labelTextPlace(document.getText(), document.offsetAt(position));
    if (place?.part !== 'value' || !hasStatusNames(place.field)) {
      return undefined;
    }
    const range = rangeOf(document, place.span);
    const written = document.getText(range);
    const names = Array.from(this.#statusNames(), ([status, name]) => ({
      status: String(status),
      name,
    }));
    const isKnown = written === '' || names.some(({ status }) => status === written);
    const beginning = written.replaceAll('"', '').toLowerCase();
    const offered = names.filter(
      // A known status that is already entered does not hide the others.
      ({ status, name }) =>
        isKnown || status.startsWith(beginning) || name.toLowerCase().startsWith(beginning),
    );
    const items = offered.map(({ status, name }, index) => {
      const kind = vscode.CompletionItemKind.EnumMember;
      const item = completionItem(status, name, kind);
      item.range = range;
      item.filterText = written;
      item.sortText = String(index).padStart(4, '0');
      item.preselect = status === written;
      return item;
    });
    // Incomplete, so that VS Code requests the list at each keystroke: it is filtered here.
    return new vscode.CompletionList(items, true);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function descriptionOf(field: string): string {
  if (field === 'id') {
    return vscode.l10n.t('Identifier of the label. It cannot change.');
  }
  return isEditableField(field)
    ? fieldHelp(field)
    : vscode.l10n.t('Read-only. The service sets this value.');
}
