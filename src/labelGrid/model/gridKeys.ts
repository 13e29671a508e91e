import type { Move } from './gridSelection.ts';

/** Effect of a key in a grid. */
export type GridCommand =
  | { readonly kind: 'move'; readonly move: Move; readonly isExtending: boolean }
  /** Ends typing in a cell, keeps the text, and moves to another cell. */
  | { readonly kind: 'commit'; readonly key: 'tab' | 'enter' | 'other'; readonly move: Move }
  | { readonly kind: SimpleCommand };

type SimpleCommand =
  /** Opens the cell with the caret at the end of its text. */
  | 'open'
  /** Ends typing in a cell and restores its value. */
  | 'discard'
  | 'lineBreak'
  | 'selectAll'
  | 'selectRows'
  | 'selectColumns'
  | 'clear'
  | 'fillDown'
  /** Puts the typed text into all selected cells; if only one is selected, acts like `apply`. */
  | 'fillOrApply'
  | 'undo'
  | 'redo'
  | 'tick'
  | 'sort'
  | 'openFilter'
  | 'narrow'
  | 'widen'
  | 'apply'
  | 'search';

/**
 * State that decides what a key does. `header` and `cell`: one of these is active. `entering`: on a cell,
 * while the user enters values with Tab; only then and while typing does Tab move from cell to cell, as the
 * grid is otherwise one tab stop. `replacing`: typed text replaces that of the cell, and arrow keys leave the
 * cell, as in spreadsheets. `opened`: arrow keys move the caret.
 */
export type KeyMode = 'header' | 'cell' | 'entering' | 'replacing' | 'opened';

/** Pressed key with its modifiers. */
export interface KeyStroke {
  readonly key: string;
  /** Physical key, such as `KeyA`. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

type KeyTable = Readonly<Record<string, GridCommand>>;

const moveKeys = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'rowStart',
  End: 'rowEnd',
  'Ctrl+ArrowLeft': 'rowStart',
  'Ctrl+ArrowRight': 'rowEnd',
  'Ctrl+ArrowUp': 'columnStart',
  'Ctrl+ArrowDown': 'columnEnd',
  'Ctrl+Home': 'gridStart',
  'Ctrl+End': 'gridEnd',
} as const satisfies Readonly<Record<string, Move>>;

const moves: KeyTable = Object.fromEntries(
  Object.entries(moveKeys).map(([key, move]) => [key, { kind: 'move', move, isExtending: false }]),
);

const extensions: KeyTable = Object.fromEntries(
  Object.entries(moveKeys).map(([key, move]) => [
    withShift(key),
    { kind: 'move', move, isExtending: true },
  ]),
);

const outsideOfText: KeyTable = {
  ...moves,
  'Ctrl+Enter': { kind: 'apply' },
  'Ctrl+a': { kind: 'selectAll' },
  'Ctrl+ ': { kind: 'selectColumns' },
  'Ctrl+f': { kind: 'search' },
  'Ctrl+z': { kind: 'undo' },
  'Ctrl+Shift+z': { kind: 'redo' },
  'Ctrl+y': { kind: 'redo' },
};

const onwards: KeyTable = {
  Enter: { kind: 'commit', key: 'enter', move: 'down' },
  'Shift+Enter': { kind: 'commit', key: 'enter', move: 'up' },
  Tab: { kind: 'commit', key: 'tab', move: 'right' },
  'Shift+Tab': { kind: 'commit', key: 'tab', move: 'left' },
};

const leaving: KeyTable = {
  ...onwards,
  'Ctrl+Enter': { kind: 'fillOrApply' },
  'Alt+Enter': { kind: 'lineBreak' },
  Escape: { kind: 'discard' },
};

const onCell: KeyTable = {
  ...outsideOfText,
  ...extensions,
  Enter: { kind: 'open' },
  F2: { kind: 'open' },
  Delete: { kind: 'clear' },
  Backspace: { kind: 'clear' },
  ' ': { kind: 'tick' },
  'Shift+ ': { kind: 'selectRows' },
  'Ctrl+d': { kind: 'fillDown' },
  'Alt+ArrowDown': { kind: 'openFilter' },
};

const tables: Readonly<Record<KeyMode, KeyTable>> = {
  header: {
    ...outsideOfText,
    Enter: { kind: 'sort' },
    ' ': { kind: 'sort' },
    'Alt+ArrowDown': { kind: 'openFilter' },
    'Alt+ArrowLeft': { kind: 'narrow' },
    'Alt+ArrowRight': { kind: 'widen' },
  },
  cell: onCell,
  entering: {
    ...onCell,
    ...onwards,
    Escape: { kind: 'move', move: 'stay', isExtending: false },
  },
  replacing: {
    ...leaving,
    F2: { kind: 'open' },
    ArrowLeft: { kind: 'commit', key: 'other', move: 'left' },
    ArrowRight: { kind: 'commit', key: 'other', move: 'right' },
    ArrowUp: { kind: 'commit', key: 'other', move: 'up' },
    ArrowDown: { kind: 'commit', key: 'other', move: 'down' },
    PageUp: { kind: 'commit', key: 'other', move: 'pageUp' },
    PageDown: { kind: 'commit', key: 'other', move: 'pageDown' },
  },
  opened: leaving,
};

/** Returns the command of a key in a mode; undefined if the grid does not handle the key. */
export function commandFor(mode: KeyMode, stroke: KeyStroke): GridCommand | undefined {
  const name = [
    stroke.ctrlKey || stroke.metaKey ? 'Ctrl+' : '',
    stroke.altKey ? 'Alt+' : '',
    stroke.shiftKey ? 'Shift+' : '',
    stroke.key.length === 1 ? letterOf(stroke) : stroke.key,
  ].join('');
  const table = tables[mode];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Returns whether a key makes the browser undo, redo or select all text. */
export function isTextKey(stroke: KeyStroke): boolean {
  return (stroke.ctrlKey || stroke.metaKey) && ['a', 'y', 'z'].includes(letterOf(stroke));
}

/**
 * Returns the letter of a key in lower case; on a layout without Latin letters, such as Russian or Arabic,
 * the Latin letter that VS Code assigns to the key.
 */
export function letterOf({ code, key }: Pick<KeyStroke, 'code' | 'key'>): string {
  const isLatin = key.length !== 1 || key <= '\u007F';
  const [, latin] = isLatin ? [] : (/^Key([A-Z])$/.exec(code) ?? []);
  return (latin ?? key).toLowerCase();
}

function withShift(key: string): string {
  return key.startsWith('Ctrl+') ? key.replace('Ctrl+', 'Ctrl+Shift+') : `Shift+${key}`;
}
