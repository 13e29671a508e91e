import * as vscode from 'vscode';
import { notify } from '../commands/notify.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import type { LabelFile } from './labelFile.ts';
import type { LabelSurroundings } from './labelSurroundings.ts';
import type { OpenLabel } from './openLabel.ts';
import type { MessageFromForm, StateMessage } from './protocol.ts';

type Copied = Extract<MessageFromForm, { type: 'copy' }>['what'];
type Direction = Extract<MessageFromForm, { type: 'go' }>['to'];

const copiedFields = { id: 'id', code: 'labelCode', name: 'labelName' } as const satisfies Readonly<
  Record<Copied, string>
>;

/** What can be done with the label of a form, other than changing it. */
export class LabelFormActions {
  readonly #file: LabelFile;
  readonly #surroundings: LabelSurroundings;
  readonly #openLabel: OpenLabel;

  constructor(file: LabelFile, surroundings: LabelSurroundings, openLabel: OpenLabel) {
    this.#file = file;
    this.#surroundings = surroundings;
    this.#openLabel = openLabel;
  }

  /** Which labels there are to go to. */
  get neighbours(): StateMessage['neighbours'] {
    return {
      previous: this.#neighbour('previous') !== undefined,
      next: this.#neighbour('next') !== undefined,
    };
  }

  /** Opens the label that stands before or after this one in the view. */
  async go(to: Direction): Promise<void> {
    const label = this.#neighbour(to);
    if (label !== undefined) {
      await this.#openLabel(this.#file.address.accountId, label, 'form');
    }
  }

  /** Copies what the service has. */
  async copy(what: Copied): Promise<void> {
    const text = inputOfValue(this.#file.record?.[copiedFields[what]]);
    if (text === '') {
      await notify('information', vscode.l10n.t('There is nothing to copy.'));
    } else {
      await vscode.env.clipboard.writeText(text);
    }
  }

  async reveal(): Promise<void> {
    const { accountId, labelId } = this.#file.address;
    if (!(await this.#surroundings.revealLabel(accountId, labelId))) {
      await notify(
        'information',
        vscode.l10n.t(
          'The view Labels does not show this label: it is not loaded there, or the filter leaves it out.',
        ),
      );
    }
  }

  #neighbour(direction: Direction): ReturnType<LabelSurroundings['neighbourOf']> {
    const { accountId, labelId } = this.#file.address;
    return this.#surroundings.neighbourOf(accountId, labelId, direction);
  }
}
