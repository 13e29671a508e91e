import * as vscode from 'vscode';
import { labelsOf } from './chosenLabels.ts';
import type { LabelsViewRow } from './rows/labelsViewRow.ts';

/** Lets labels be dragged out of the tree as text, one line each. Nothing can be dropped on it. */
export const labelDragController: vscode.TreeDragAndDropController<LabelsViewRow> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag(rows, dataTransfer) {
    const lines = labelsOf(rows).map(
      ({ id, labelCode, labelName }) => labelName ?? labelCode ?? id,
    );
    if (lines.length > 0) {
      dataTransfer.set('text/plain', new vscode.DataTransferItem(lines.join('\n')));
    }
  },
};
