import assert from 'node:assert/strict';
import { withoutLinks } from '../../../../src/core/text/withoutLinks.ts';

describe('withoutLinks', () => {
  it('keeps what looks like a link from becoming one', () => {
    const text = withoutLinks(
      '[Open](command:workbench.action.terminal.new) [a](https://b.example)',
    );
    assert.doesNotMatch(text, /\]\(/);
    assert.equal(
      text.replaceAll('\u2060', ''),
      '[Open](command:workbench.action.terminal.new) [a](https://b.example)',
    );
  });

  it('leaves other text alone', () => {
    assert.equal(withoutLinks('Overtime [2026] (Berlin)'), 'Overtime [2026] (Berlin)');
  });
});
