import * as vscode from 'vscode';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { notify } from '../surfaces/notify.ts';
import type { LabelFile } from './labelFile.ts';
import type { LabelSurroundings } from './labelSurroundings.ts';
import type { OpenLabel } from './openLabel.ts';
import type { MessageFromForm, StateMessage } from './protocol.ts';

type Copied = Extract<MessageFromForm, { type: 'copy' }>['what'];
type Direction = Extract<MessageFromForm, { type: 'go' }>['to'];

const copiedFields = { id: 'id', code: 'labelCode', name: 'labelName' } as const satisfies Readonly<
  Record<Copied, string>
>;

/** Actions on the label of a form other than editing. */
export class LabelFormActions {
  readonly #file: LabelFile;
  readonly #surroundings: LabelSurroundings;
  readonly #openLabel: OpenLabel;

  constructor(file: LabelFile, surroundings: LabelSurroundings, openLabel: OpenLabel) {
    this.#file = file;
    this.#surroundings = surroundings;
    this.#openLabel = openLabel;
  }

  /** Statuses seen among the account's labels. */
  statusesSeen(): ReadonlySet<number> {
    return this.#surroundings.statusesSeen(this.#file.address.accountId);
  }

  /** Availability of previous and next labels. */
  get neighbors(): StateMessage['neighbors'] {
    const { accountId, labelId } = this.#file.address;
    return this.#surroundings.hasNeighbors(accountId, labelId);
  }

  /** Opens the previous or next label in the view; returns whether there is one. */
  async go(to: Direction): Promise<boolean> {
    const { accountId, labelId } = this.#file.address;
    const label = await this.#surroundings.neighborOf(accountId, labelId, to);
    if (label !== undefined) {
      await Promise.all([
        this.#openLabel(accountId, label, 'form'),
        this.#surroundings.selectLabel(accountId, label.id),
      ]);
    }
    return label !== undefined;
  }

  /** Copies a value of the label in the service. */
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
          'The Labels view does not show this label: it is not loaded there, or the filter excludes it.',
        ),
      );
    }
  }
}
