import assert from 'node:assert/strict';
import { modelText } from '../../../src/agents/modelText.ts';

describe('text for a language model', () => {
  it('stays as it is where everybody can see it', () => {
    assert.equal(modelText('Zürich 東京 مرحبا 🙂', 100), 'Zürich 東京 مرحبا 🙂');
  });

  it('shows characters that hide instructions, or turn text around', () => {
    const hidden = `a${String.fromCodePoint(0xe0041)}\u200B\u202E\nb`;
    assert.equal(modelText(hidden, 100), String.raw`a\u{e0041}\u{200b}\u{202e}\u{a}b`);
  });

  it('is cut between characters', () => {
    assert.equal(modelText('abcdef', 3), 'abc…');
    assert.equal(modelText('ab🙂', 3), 'ab…');
  });
});
