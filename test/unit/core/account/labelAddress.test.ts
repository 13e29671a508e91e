import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { accountOf } from '../../../../src/core/account/account.ts';
import {
  labelFileEnding,
  labelScheme,
  labelUriParts,
  parseLabelUri,
  type LabelAddress,
  isLabelId,
} from '../../../../src/core/account/labelAddress.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';

const accountId = accountOf(parseBaseUrl('https://example.com'), 'tenant', 'user').id;

function addressOf(id: string, code?: string): LabelAddress {
  assert.ok(isLabelId(id));
  return { accountId, labelId: id, code };
}

/** Any text, and often one of characters that mean something in a path, a URI or a title. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom(
      '.',
      '/',
      '\\',
      '%',
      '%2F',
      '#',
      '?',
      '\0',
      '\n',
      '\u202E',
      '…',
      'é',
      '𝒜',
    ),
    maxLength: 40,
  }),
);

describe('address of a label', () => {
  it('shows the names of account and label, and tells by the query which they are', () => {
    assert.deepEqual(labelUriParts(addressOf('17', 'COST CENTRE'), 'acme · admin'), {
      scheme: labelScheme,
      path: `/acme · admin/COST CENTRE${labelFileEnding}`,
      query: `account=${accountId}&label=17`,
    });
  });

  it('is read back from its URI, whatever id, code and account hold', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.option(hostileText, { nil: undefined }),
        hostileText,
        (id, code, account) => {
          fc.pre(id !== '');
          const hasCode =
            code !== id && code?.endsWith('…') === false && Array.from(code).length <= 80;
          assert.deepEqual(
            parseLabelUri(labelUriParts(addressOf(id, code), account)),
            addressOf(id, hasCode ? code : undefined),
          );
        },
      ),
    );
  });

  it('always has two segments, none of which leads elsewhere or deceives', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (id, code, account) => {
        fc.pre(id !== '');
        const { path } = labelUriParts(addressOf(id, code), account);
        const [root, ...segments] = path.split('/');
        assert.equal(root, '');
        assert.equal(segments.length, 2);
        assert.ok(segments.every((segment) => segment !== '' && !/^\.+$/.test(segment)));
        assert.doesNotMatch(path, /[\\\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it('leaves out what is too long for a title, and does not take the rest for the code', () => {
    const parts = labelUriParts(addressOf('17', '𝒜'.repeat(81)), 'acme');
    assert.ok(parts.path.endsWith(`/${'𝒜'.repeat(80)}…${labelFileEnding}`));
    assert.deepEqual(parseLabelUri(parts), addressOf('17'));
  });

  it('can be made of text that is not well formed', () => {
    const parts = labelUriParts(addressOf('17', 'half \uD83D'), 'half \uD83D');
    assert.ok(parts.path.isWellFormed());
    assert.equal(parseLabelUri(parts)?.labelId, '17');
  });

  it('is read from what earlier versions have left open', () => {
    const path = `/${accountId}/1%2F7/COST CENTRE${labelFileEnding}`;
    assert.deepEqual(
      parseLabelUri({ scheme: labelScheme, path, query: '' }),
      addressOf('1/7', 'COST CENTRE'),
    );
  });

  it('is not read from what is no label document', () => {
    const parts = labelUriParts(addressOf('17', 'CODE'), 'acme');
    const { path, query } = parts;
    const earlier = `/${accountId}/17/CODE${labelFileEnding}`;
    for (const other of [
      { scheme: 'file' },
      { path: path.slice(1) },
      { path: `${path}/more` },
      { path: `/more${path}` },
      { path: path.replace(labelFileEnding, '.json') },
      { path: '' },
      { query: '' },
      { query: query.replace(accountId, 'somebody') },
      { query: query.replace('17', '') },
      { query: '', path: earlier.replace(accountId, 'somebody') },
      { query: '', path: earlier.replace('/17/', '//') },
      { query: '', path: earlier.replace('/17/', '/%E0%A4%A/') },
      { query: '', path: `/${accountId}/17` },
    ]) {
      assert.equal(parseLabelUri({ ...parts, ...other }), undefined, JSON.stringify(other));
    }
  });
});
