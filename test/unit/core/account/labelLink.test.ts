import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isLabelId } from '../../../../src/core/account/labelAddress.ts';
import {
  formatLabelLink,
  parseLabelLink,
  type LabelLink,
} from '../../../../src/core/account/labelLink.ts';

function read(address: string, isDecoded: boolean): LabelLink | undefined {
  const [path = '', ...query] = address.split('?');
  const text = query.join('?');
  return parseLabelLink(path, isDecoded ? decodeURIComponent(text) : text, isDecoded);
}

/** A text that no other parameter seems to begin in once it is decoded. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => !/&\w+=/.test(value));

describe('a link to labels', () => {
  it('leads back to what it was made of, whatever decodes it, or is not made', () => {
    fc.assert(
      fc.property(
        text,
        fc.option(text, { nil: undefined }),
        text,
        fc.boolean(),
        fc.boolean(),
        (connection, tenant, own, isLabel, isDecoded) => {
          const account = { connection, tenant };
          assert.ok(isLabelId(own));
          const link: LabelLink = isLabel
            ? { kind: 'label', account, id: own }
            : { kind: 'labels', account, q: own };
          const address = formatLabelLink(link);
          if (address !== undefined) {
            assert.deepEqual(read(address, isDecoded), link);
          }
        },
      ),
    );
  });

  it('is not made of what it could not lead back to', () => {
    const account = { connection: 'A', tenant: undefined };
    for (const q of [' ', 'a\u202Eb', 'a\nb', 'x'.repeat(201), '\uD800']) {
      assert.equal(formatLabelLink({ kind: 'labels', account, q }), undefined, JSON.stringify(q));
    }
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['another path', '/other', 'connection=A&id=1'],
    ['a longer path', '/label/x', 'connection=A&id=1'],
    ['the path of another object', '/constructor', 'connection=A&id=1'],
    ['nothing', '/label', ''],
    ['no connection', '/label', 'id=1'],
    ['no label', '/label', 'connection=A'],
    ['an empty id', '/label', 'connection=A&id='],
    ['the parameter of the other kind', '/label', 'connection=A&q=1'],
    ['both parameters', '/labels', 'connection=A&q=1&id=1'],
    ['one more parameter', '/label', 'connection=A&id=1&status=2'],
    ['a parameter twice', '/label', 'connection=A&id=1&connection=B'],
    ['text that runs backwards', '/label', `connection=${encodeURIComponent('a\u202Eb')}&id=1`],
    ['a text without end', '/label', `connection=A&id=${'1'.repeat(201)}`],
  ];
  for (const [what, path, query] of refused) {
    it(`is refused with ${what}`, () => {
      assert.equal(parseLabelLink(path, query, false), undefined);
      assert.equal(parseLabelLink(path, decodeURIComponent(query), true), undefined);
    });
  }
});
