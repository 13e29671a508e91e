import assert from 'node:assert/strict';
import { withoutIcons } from '../../../../src/core/text/withoutIcons.ts';

describe('withoutIcons', () => {
  it('keeps what looks like an icon from being drawn as one', () => {
    const foreign = String.raw`$(trash) a$(sync~spin) \$(x) $($(x)) $(no icon)`;
    const text = withoutIcons(foreign);
    assert.doesNotMatch(text, /\$\(/);
    assert.equal(text.replaceAll('\u2060', ''), foreign);
  });

  it('leaves other text alone', () => {
    assert.equal(withoutIcons('Overtime (5 $) $1 $ (x)'), 'Overtime (5 $) $1 $ (x)');
  });
});
