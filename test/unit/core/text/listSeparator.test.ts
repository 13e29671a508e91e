import assert from 'node:assert/strict';
import { listSeparator } from '../../../../src/core/text/listSeparator.ts';

describe('listSeparator', () => {
  it('is a semicolon where one of the languages has the comma as its decimal point', () => {
    for (const languages of [['de'], ['en', 'de-DE'], ['fr', 'en-US'], ['pt-br']]) {
      assert.equal(listSeparator(...languages), ';', languages.join());
    }
    for (const languages of [['en'], ['en', 'en-GB'], ['zh-cn', 'ja'], ['de-CH']]) {
      assert.equal(listSeparator(...languages), ',', languages.join());
    }
  });
});
