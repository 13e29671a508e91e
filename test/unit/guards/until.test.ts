import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';

describe('until', () => {
  it('waits as long as it takes', async () => {
    let looks = 0;
    await until(() => {
      looks += 1;
      return looks === 3;
    });
    assert.equal(looks, 3);
  });

  it('fails with what was awaited instead of waiting for ever', async () => {
    await assert.rejects(
      until((): boolean => false, { within: 20 }),
      /^Error: Not within 0\.02 s: \(\) => false$/,
    );
  });
});
