import assert from 'node:assert/strict';
import { LabelDocumentHistory } from '../../../../../src/core/labels/document/labelDocumentHistory.ts';
import type { UndoRedoDirection } from '../../../../../src/core/labels/undoRedoDirection.ts';
import { collectGarbage } from '../../../../support/collectGarbage.ts';

/** An editor that, like VS Code, makes every change an undo step of its own. */
class Editor {
  readonly history = new LabelDocumentHistory('');
  readonly #texts = [''];
  #current = 0;

  get text(): string {
    return this.#texts[this.#current] ?? assert.fail('no such state');
  }

  change(text: string, group?: number): void {
    this.#texts.length = this.#current + 1;
    this.#texts.push(text);
    this.#current++;
    this.history.changed(text, group);
  }

  /** The editor's own step, as often as the history wants it. */
  step(step: UndoRedoDirection): string {
    let follows = true;
    while (follows) {
      this.#current += step === 'undo' ? -1 : 1;
      follows = this.history.stepped(step, this.text);
    }
    return this.text;
  }
}

function typeWord(editor: Editor, word: string, group: number): void {
  const before = editor.text;
  for (let length = 1; length <= word.length; length++) {
    editor.change(before + word.slice(0, length), group);
  }
}

describe('LabelDocumentHistory', () => {
  it('takes a group of changes back, and makes it again, as one', () => {
    const editor = new Editor();
    typeWord(editor, 'one', 1);
    typeWord(editor, 'two', 2);
    assert.equal(editor.step('undo'), 'one');
    assert.equal(editor.step('undo'), '');
    assert.equal(editor.step('redo'), 'one');
    assert.equal(editor.step('redo'), 'onetwo');
    assert.equal(editor.step('undo'), 'one');
  });

  it('leaves changes without a group alone', () => {
    const editor = new Editor();
    editor.change('a');
    editor.change('ab');
    typeWord(editor, 'cd', 1);
    assert.equal(editor.step('undo'), 'ab');
    assert.equal(editor.step('undo'), 'a');
    assert.equal(editor.step('redo'), 'ab');
    assert.equal(editor.step('redo'), 'abcd');
  });

  it('forgets what was undone when something else is changed', () => {
    const editor = new Editor();
    typeWord(editor, 'one', 1);
    editor.step('undo');
    typeWord(editor, 'six', 2);
    assert.equal(editor.step('undo'), '');
    assert.equal(editor.step('redo'), 'six');
    editor.step('undo');
    editor.change('s');
    editor.step('undo');
    assert.equal(editor.step('redo'), 's');
  });

  it('can come through the same text twice in one group', () => {
    const editor = new Editor();
    for (const text of ['a', 'ab', 'a', 'ac']) {
      editor.change(text, 1);
    }
    assert.equal(editor.step('undo'), '');
    assert.equal(editor.step('redo'), 'ac');
  });

  it('follows an editor that takes several changes back at once', () => {
    const history = new LabelDocumentHistory('');
    history.changed('a', 1);
    history.changed('ab', 1);
    history.changed('abc', undefined);
    history.changed('abcd', undefined);
    assert.equal(history.stepped('undo', 'ab'), false);
    assert.equal(history.stepped('undo', 'a'), true);
    assert.equal(history.stepped('undo', ''), false);
  });

  it('takes back a change that joins the last one together with it', () => {
    const history = new LabelDocumentHistory('');
    history.changed('a', undefined);
    history.changed(
      'a by the service',
      history.joinLast(() => 1),
    );
    assert.equal(history.stepped('undo', 'a'), true);
    assert.equal(history.stepped('undo', ''), false);
    assert.equal(history.stepped('redo', 'a'), true);
    history.changed('ab', 2);
    assert.equal(
      history.joinLast(() => 3),
      2,
    );
  });

  it('begins anew at a text that it does not know', () => {
    const history = new LabelDocumentHistory('');
    history.changed('a', 1);
    history.changed('ab', 1);
    assert.equal(history.stepped('undo', 'elsewhere'), false);
    assert.equal(history.text, 'elsewhere');
    history.changed('x', 2);
    assert.equal(history.stepped('undo', 'elsewhere'), false);
  });

  it('stays small', () => {
    const history = new LabelDocumentHistory('');
    for (let count = 1; count <= 5000; count++) {
      history.changed(String(count), 1);
    }
    assert.equal(history.stepped('undo', '4999'), true);
    assert.equal(history.stepped('undo', '1'), false);
  });

  it('stays small where the texts are large', () => {
    const history = new LabelDocumentHistory('');
    const name = 'x'.repeat(100_000);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let count = 1; count <= 500; count++) {
      // As an editor hands it over: not as pieces that share a text.
      history.changed(Buffer.from(`${name}${count}`).toString(), 1);
    }
    collectGarbage();
    assert.ok(process.memoryUsage().heapUsed - before < 5_000_000);
    assert.equal(history.stepped('undo', `${name}499`), true);
  });
});
