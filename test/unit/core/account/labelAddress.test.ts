import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { accountOf } from '../../../../src/core/account/account.ts';
import {
  labelFileEnding,
  labelScheme,
  labelUriParts,
  namesLabel,
  parseLabelUri,
  type LabelAddress,
  isLabelId,
} from '../../../../src/core/account/labelAddress.ts';
import { isPathSegment } from '../../../../src/core/account/pathSegment.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';

const accountId = accountOf(parseBaseUrl('https://example.com'), 'tenant', 'user').id;

function addressOf(id: string, code?: string): LabelAddress {
  assert.ok(isLabelId(id));
  return { accountId, labelId: id, code };
}

function fileOf(code?: string, id = '17'): string | undefined {
  return labelUriParts(addressOf(id, code), 'acme').path.split('/').at(-1);
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
      query: `account=${accountId}&label=17&code=COST+CENTRE`,
    });
  });

  it('is read back from its URI, whatever id, code and account hold', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.option(hostileText, { nil: undefined }),
        hostileText,
        (id, code, account) => {
          fc.pre(id !== '' && id.isWellFormed());
          const hasCode = code !== '' && code?.isWellFormed();
          assert.deepEqual(
            parseLabelUri(labelUriParts(addressOf(id, code), account)),
            addressOf(id, hasCode ? code : undefined),
          );
        },
      ),
    );
  });

  it('has two segments that are safe to show, and a query of plain characters', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (id, code, account) => {
        fc.pre(id !== '');
        const { path, query } = labelUriParts(addressOf(id, code), account);
        const [root, folder = '', file = '', ...more] = path.split('/');
        assert.deepEqual([root, more], ['', []]);
        assert.ok(file.endsWith(labelFileEnding));
        assert.ok(isPathSegment(folder));
        assert.ok(isPathSegment(file.slice(0, -labelFileEnding.length)));
        assert.match(query, /^[\w*.+%&=-]+$/);
      }),
    );
  });

  it('names the label, too, where the code cannot be shown as it is', () => {
    assert.equal(fileOf('A/B'), `A_B · 17${labelFileEnding}`);
    assert.equal(fileOf('A:B', '18'), `A_B · 18${labelFileEnding}`);
    assert.equal(fileOf('A\u200BB'), `AB · 17${labelFileEnding}`);
    assert.equal(fileOf('𝒜'.repeat(81)), `${'𝒜'.repeat(80)}… · 17${labelFileEnding}`);
    assert.equal(fileOf(), `17${labelFileEnding}`);
    assert.equal(fileOf('..', '..'), `_${labelFileEnding}`);
    assert.equal(
      fileOf('[VIP](command:workbench.action.terminal.sendSequence?{"text":"{touch,pwn}\\n"})'),
      `_VIP_command_workbench.action.terminal.sendSequence_text_touch_pwn_n_ · 17${labelFileEnding}`,
    );
  });

  it('tells labels apart whose names look the same', () => {
    const [one, other] = ['A/B', 'A:B'].map((code) =>
      parseLabelUri({ ...labelUriParts(addressOf('17', code), 'acme') }),
    );
    assert.deepEqual([one?.code, other?.code], ['A/B', 'A:B']);
  });

  it('leaves out a code that is not well formed, or much too long', () => {
    for (const code of ['half \uD83D', '𝒜'.repeat(501)]) {
      const parts = labelUriParts(addressOf('17', code), code);
      assert.ok(parts.path.isWellFormed());
      assert.deepEqual(parseLabelUri(parts), addressOf('17'));
    }
  });

  it('is read from what earlier versions have left open', () => {
    const ids = `account=${accountId}&label=1%2F7`;
    for (const [path, query, code] of [
      [`/${accountId}/1%2F7/COST CENTRE.label.json`, '', 'COST CENTRE'],
      [`/${accountId}/1%2F7/1%2F7.label.json`, '', undefined],
      ['/acme · admin/R&D%2F(old) [1].label.json', ids, 'R&D/(old) [1]'],
      ['/acme · admin/1%2F7.label.json', ids, undefined],
      [`/acme/${'A'.repeat(80)}….label.json`, ids, undefined],
    ] as const) {
      const address = parseLabelUri({ scheme: labelScheme, path, query });
      assert.deepEqual(address, addressOf('1/7', code), path);
    }
  });

  it('names its own account and label, whatever these are called, unless a program has made it', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.option(hostileText, { nil: undefined }),
        fc.array(hostileText, { maxLength: 2 }),
        hostileText,
        (id, code, others, account) => {
          fc.pre(id !== '');
          const address = addressOf(id, code);
          const codes = code === undefined ? others : [...others, code];
          const uri = labelUriParts(address, account);
          assert.ok(namesLabel(uri, address, account, codes));
          const [, folder = '', file = ''] = uri.path.split('/');
          const otherFile = `/${folder}/Other tenant – VIP${labelFileEnding}`;
          assert.ok(!namesLabel({ path: otherFile }, address, account, codes));
          assert.ok(!namesLabel({ path: `/other tenant/${file}` }, address, account, codes));
        },
      ),
    );
  });

  it('names them as well in the paths of earlier versions', () => {
    const long = 'A'.repeat(81);
    const account = 'acme: [admin]';
    for (const [path, isNamed] of [
      [`/${accountId}/1%2F7/R&D%2F.label.json`, true],
      [`/${accountId}/1%2F7/1%2F7.label.json`, true],
      [`/${account}/R&D%2F.label.json`, true],
      [`/${account}/${'A'.repeat(80)}….label.json`, true],
      [`/${account}/${'A'.repeat(79)}….label.json`, false],
      [`/${account}/Other tenant – VIP.label.json`, false],
      [`/${account}/%E0%A4%A.label.json`, false],
      [`/acme-asia/R&D%2F.label.json`, false],
    ] as const) {
      const isFound = namesLabel({ path }, addressOf('1/7'), account, ['R&D/', long]);
      assert.equal(isFound, isNamed, path);
    }
  });

  it('names no label by a code that it has not had', () => {
    const uri = labelUriParts(addressOf('17', 'VIP'), 'acme');
    assert.ok(!namesLabel(uri, addressOf('17'), 'acme', ['REGULAR']));
    assert.ok(namesLabel(uri, addressOf('17'), 'acme', ['REGULAR', 'VIP']));
  });

  it('is one for each label: nothing else may stand in the query', () => {
    const uri = labelUriParts(addressOf('17', 'A'), 'acme');
    for (const query of [`${uri.query}&n=0`, `${uri.query}&label=17`, `n=0&${uri.query}`]) {
      assert.equal(parseLabelUri({ ...uri, query }), undefined, query);
    }
  });

  it('is not read from what is no label document', () => {
    const parts = labelUriParts(addressOf('17', 'CODE'), 'acme');
    const { path, query } = parts;
    const earlier = `/${accountId}/17/CODE.label.json`;
    for (const other of [
      { scheme: 'file' },
      { path: path.slice(1) },
      { path: `${path}/more` },
      { path: `/more${path}` },
      { path: path.replace(labelFileEnding, '.json') },
      { path: path.replace('CODE', '[CODE](command:x)') },
      { path: path.replace('acme', '$(error)') },
      { path: `/acme/[CODE](command:x).label.json` },
      { path: `/[acme](command:x)/CODE.label.json` },
      { path: `/acme/$(trash).label.json` },
      { path: `/$(sync~spin)/CODE.label.json` },
      { path: `/acme/exe\u202Enosj.label.json` },
      { path: `/acme/CO\u200BDE.label.json` },
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
