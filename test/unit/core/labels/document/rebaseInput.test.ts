import assert from 'node:assert/strict';
import { array, assert as check, constantFrom, nat, property, string } from 'fast-check';
import { rebaseInput } from '../../../../../src/core/labels/document/rebaseInput.ts';

describe('rebaseInput', () => {
  it('keeps what was typed where what it was typed after has been undone', () => {
    assert.equal(rebaseInput('old name typed', 'old name typedX', 'old name'), 'old nameX');
    assert.equal(rebaseInput('abc', 'abcX', ''), 'X');
    assert.equal(rebaseInput('abcX', 'abcXY', 'X'), 'XY');
  });

  it('keeps what both sides typed, whichever came first', () => {
    assert.equal(rebaseInput('label', 'label!', 'The label'), 'The label!');
    assert.equal(rebaseInput('label', 'The label', 'label!'), 'The label!');
    assert.equal(rebaseInput('one two', 'one', 'one two three'), 'one three');
  });

  it('removes nothing that it has not seen', () => {
    assert.equal(rebaseInput('abc', 'ac', 'xyz'), 'xyz');
    assert.equal(rebaseInput('abc', '', 'abXYc'), 'XY');
  });

  it('does nothing to a field that nobody else has changed, and nothing without typing', () => {
    check(
      property(string(), string(), (base, other) => {
        assert.equal(rebaseInput(base, other, base), other);
        assert.equal(rebaseInput(base, base, other), other);
      }),
    );
  });

  it('tears no character apart', () => {
    // Their halves are the same on one side.
    const emoji = array(constantFrom('😀', '😁', '🐀', '試', 'a'), { maxLength: 4 });
    check(
      property(emoji, emoji, emoji, (base, typed, current) => {
        const rebased = rebaseInput(base.join(''), typed.join(''), current.join(''));
        assert.ok(rebased.isWellFormed());
      }),
    );
    assert.equal(rebaseInput('a😀', 'a😁', 'a😀!'), 'a😁!');
  });

  it('loses no character that was put in on either side', () => {
    check(
      property(string(), nat(), nat(), (base, mine, theirs) => {
        const typed = inserted(base, mine, '\u{E000}');
        const current = inserted(base, theirs, '\u{E001}');
        const rebased = rebaseInput(base, typed, current);
        assert.equal(count(rebased, '\u{E000}'), 1);
        assert.equal(count(rebased, '\u{E001}'), 1);
        assert.equal(rebased.length, base.length + 2);
      }),
    );
  });
});

/** `text` with `content` put in somewhere. */
function inserted(text: string, offset: number, content: string): string {
  const place = offset % (text.length + 1);
  return text.slice(0, place) + content + text.slice(place);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
