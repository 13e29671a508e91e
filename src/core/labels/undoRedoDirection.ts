/** Undo or redo, of a document's text or of a run's changes. */
export type UndoRedoDirection = 'undo' | 'redo';
