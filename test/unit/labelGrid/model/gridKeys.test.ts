import assert from 'node:assert/strict';
import {
  commandFor,
  type GridCommand,
  type KeyMode,
} from '../../../../src/labelGrid/model/gridKeys.ts';

const rows: readonly (readonly [KeyMode, string, GridCommand | undefined])[] = [
  ['cell', 'ArrowDown', { kind: 'move', move: 'down', isExtending: false }],
  ['cell', 'Shift+ArrowDown', { kind: 'move', move: 'down', isExtending: true }],
  ['cell', 'Ctrl+Shift+End', { kind: 'move', move: 'gridEnd', isExtending: true }],
  ['cell', 'Ctrl+A', { kind: 'selectAll' }],
  ['cell', 'F2', { kind: 'open' }],
  ['cell', 'Enter', { kind: 'open' }],
  ['cell', 'Delete', { kind: 'clear' }],
  ['cell', 'Ctrl+d', { kind: 'fillDown' }],
  ['cell', 'Ctrl+z', { kind: 'undo' }],
  ['cell', 'Ctrl+Shift+z', { kind: 'redo' }],
  ['cell', 'Ctrl+Enter', { kind: 'apply' }],
  // The page's next control has it.
  ['cell', 'Tab', undefined],
  ['entering', 'Tab', { kind: 'commit', key: 'tab', move: 'right' }],
  ['entering', 'Shift+Tab', { kind: 'commit', key: 'tab', move: 'left' }],
  ['entering', 'Enter', { kind: 'commit', key: 'enter', move: 'down' }],
  ['entering', 'Escape', { kind: 'move', move: 'stay', isExtending: false }],
  ['entering', 'Ctrl+Enter', { kind: 'apply' }],
  ['replacing', 'Ctrl+Enter', { kind: 'fillOrApply' }],
  // They are typed.
  ['cell', 'x', undefined],
  ['cell', 'Shift+X', undefined],
  // VS Code has them.
  ['cell', 'Ctrl+s', undefined],
  ['cell', 'Ctrl+p', undefined],
  ['header', 'Enter', { kind: 'sort' }],
  ['header', 'Alt+ArrowDown', { kind: 'openFilter' }],
  ['header', 'Alt+ArrowRight', { kind: 'widen' }],
  ['header', 'Shift+ArrowDown', undefined],
  ['header', 'Delete', undefined],
  ['replacing', 'ArrowRight', { kind: 'commit', key: 'other', move: 'right' }],
  ['replacing', 'Enter', { kind: 'commit', key: 'enter', move: 'down' }],
  ['replacing', 'Tab', { kind: 'commit', key: 'tab', move: 'right' }],
  ['replacing', 'Escape', { kind: 'discard' }],
  ['replacing', 'Ctrl+z', undefined],
  ['opened', 'ArrowRight', undefined],
  ['opened', 'Home', undefined],
  ['opened', 'Alt+Enter', { kind: 'lineBreak' }],
  ['opened', 'Shift+Enter', { kind: 'commit', key: 'enter', move: 'up' }],
  ['opened', 'Delete', undefined],
  ['opened', 'constructor', undefined],
];

describe('The keys of a grid', () => {
  for (const [mode, keys, command] of rows) {
    it(`${mode}: ${keys}`, () => {
      const parts = keys.split('+');
      const stroke = {
        key: parts.at(-1) ?? '',
        code: '',
        ctrlKey: parts.includes('Ctrl'),
        altKey: parts.includes('Alt'),
        shiftKey: parts.includes('Shift'),
        metaKey: false,
      };
      assert.deepEqual(commandFor(mode, stroke), command);
      if (stroke.ctrlKey) {
        const onMac = { ...stroke, ctrlKey: false, metaKey: true };
        assert.deepEqual(commandFor(mode, onMac), command);
      }
    });
  }
});
