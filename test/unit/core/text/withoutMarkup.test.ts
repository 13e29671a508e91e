import assert from 'node:assert/strict';
import { withoutIcons, withoutLinks } from '../../../../src/core/text/withoutMarkup.ts';

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
