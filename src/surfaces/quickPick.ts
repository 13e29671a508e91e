import * as vscode from 'vscode';
import { surfaceText, type SurfaceText } from '../core/text/surfaceText.ts';

/** Row with surface texts, as returned by `quickPickRow`. */
export interface QuickPickRow extends vscode.QuickPickItem {
  readonly label: SurfaceText<'quickPickRow'>;
  readonly description?: SurfaceText<'quickPickRow'>;
  readonly detail?: SurfaceText<'quickPickRow'>;
}

/** Texts of a row; its icon is `iconPath`. */
interface RowTexts {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

interface QuickPickTexts {
  readonly title?: string;
  readonly placeholder: string;
}

/** Quick pick whose title and placeholder are set by `createQuickPick`. */
export type QuickPick<Row extends QuickPickRow> = Omit<
  vscode.QuickPick<Row>,
  'title' | 'placeholder' | 'prompt'
>;

/** Creates a row from `texts` and its other properties. */
export function quickPickRow<T extends RowTexts>(
  texts: T,
): T & Pick<QuickPickRow, 'label' | 'description' | 'detail'> {
  const { description, detail, label } = texts;
  return {
    ...texts,
    label: surfaceText('quickPickRow', label),
    ...(description === undefined ? {} : { description: surfaceText('quickPickRow', description) }),
    ...(detail === undefined ? {} : { detail: surfaceText('quickPickRow', detail) }),
  };
}

/** Creates a quick pick without rows. */
export function createQuickPick<Row extends QuickPickRow>({
  placeholder,
  title,
}: QuickPickTexts): QuickPick<Row> {
  const input = vscode.window.createQuickPick<Row>();
  input.title = title === undefined ? undefined : surfaceText('inputTitle', title);
  input.placeholder = surfaceText('inputPlaceholder', placeholder);
  return input;
}

/** Asks the user for one of `rows`; returns undefined if cancelled. */
export async function showQuickPick<Row extends QuickPickRow>(
  rows: readonly Row[],
  {
    placeholder,
    title,
    ...options
  }: Partial<QuickPickTexts> &
    Pick<vscode.QuickPickOptions, 'ignoreFocusOut' | 'matchOnDescription'>,
): Promise<Row | undefined> {
  return await vscode.window.showQuickPick(rows, {
    ...options,
    ...(title === undefined ? {} : { title: surfaceText('inputTitle', title) }),
    ...(placeholder === undefined
      ? {}
      : { placeHolder: surfaceText('inputPlaceholder', placeholder) }),
  });
}
