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
  it('is a path of account, id and code, of which a tab shows the code', () => {
    assert.deepEqual(labelUriParts(addressOf('17', 'COST CENTRE')), {
      scheme: labelScheme,
      path: `/${accountId}/17/COST CENTRE${labelFileEnding}`,
    });
  });

  it('comes back from its URI, whatever id and code hold', () => {
    fc.assert(
      fc.property(hostileText, fc.option(hostileText, { nil: undefined }), (id, code) => {
        fc.pre(id !== '');
        const isTold =
          code !== id && code?.endsWith('…') === false && Array.from(code).length <= 80;
        assert.deepEqual(
          parseLabelUri(labelUriParts(addressOf(id, code))),
          addressOf(id, isTold ? code : undefined),
        );
      }),
    );
  });

  it('always has three segments, none of which leads elsewhere or deceives', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (id, code) => {
        fc.pre(id !== '');
        const { path } = labelUriParts(addressOf(id, code));
        const [root, ...segments] = path.split('/');
        assert.equal(root, '');
        assert.equal(segments.length, 3);
        assert.ok(segments.every((segment) => segment !== '' && !/^\.+$/.test(segment)));
        assert.doesNotMatch(path, /[\\\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it('leaves out what is too long for a title, and does not take the rest for the code', () => {
    const { path } = labelUriParts(addressOf('17', '𝒜'.repeat(81)));
    assert.ok(path.endsWith(`/${'𝒜'.repeat(80)}…${labelFileEnding}`));
    assert.deepEqual(parseLabelUri({ scheme: labelScheme, path }), addressOf('17'));
  });

  it('can be made of text that is not well formed', () => {
    const { path } = labelUriParts(addressOf('17', 'half \uD83D'));
    assert.ok(path.isWellFormed());
    assert.equal(parseLabelUri({ scheme: labelScheme, path })?.labelId, '17');
  });

  it('is not read from what is no label document', () => {
    const { path } = labelUriParts(addressOf('17', 'CODE'));
    for (const other of [
      { scheme: 'file', path },
      { scheme: labelScheme, path: path.slice(1) },
      { scheme: labelScheme, path: `${path}/more` },
      { scheme: labelScheme, path: path.replace(labelFileEnding, '.json') },
      { scheme: labelScheme, path: path.replace(accountId, 'somebody') },
      { scheme: labelScheme, path: path.replace('/17/', '//') },
      { scheme: labelScheme, path: path.replace('/17/', '/%E0%A4%A/') },
      { scheme: labelScheme, path: `/${accountId}/17` },
      { scheme: labelScheme, path: '' },
    ]) {
      assert.equal(parseLabelUri(other), undefined, JSON.stringify(other));
    }
  });
});
