import assert from 'node:assert/strict';
import { exportFileName } from '../../../../../src/core/labels/exchange/labelExport.ts';

describe('exportFileName', () => {
  const names: Readonly<Record<string, string>> = {
    'acme-europe': 'labels-acme-europe.csv',
    'Acme_Europe 2': 'labels-Acme_Europe-2.csv',
    '../..\\etc:passwd\0': 'labels-etc-passwd.csv',
    '\u202Egnp.exe': 'labels-gnp-exe.csv',
    '-- ümläut --': 'labels-ml-ut.csv',
    東京: 'labels.csv',
    '': 'labels.csv',
    ['x'.repeat(300)]: `labels-${'x'.repeat(60)}.csv`,
  };
  for (const [tenantId, name] of Object.entries(names)) {
    it(`is ${name.slice(0, 30)} for ${encodeURI(tenantId.slice(0, 30))}`, () => {
      assert.equal(exportFileName(tenantId, 'csv'), name);
    });
  }

  it('ends as the format does', () => {
    assert.equal(exportFileName('acme', 'json'), 'labels-acme.json');
  });
});
