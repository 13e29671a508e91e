import * as vscode from 'vscode';
import { LabelRow } from './labelRow.ts';
import type { LabelsViewRow } from './labelsViewRow.ts';

/** Lets labels be dragged out of the tree as text, one line each. Nothing can be dropped on it. */
export const labelDragController: vscode.TreeDragAndDropController<LabelsViewRow> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag(rows, dataTransfer) {
    const lines = rows.flatMap((row) =>
      row instanceof LabelRow ? [row.label.labelName ?? row.label.labelCode ?? row.label.id] : [],
    );
    if (lines.length > 0) {
      dataTransfer.set('text/plain', new vscode.DataTransferItem(lines.join('\n')));
    }
  },
};
