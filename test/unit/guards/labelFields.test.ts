import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { WorkforceLabel, WorkforceLabelFilter } from '../../../src/agents/workforceApi.ts';
import { editableFields, labelField } from '../../../src/core/api/labelFields.ts';
import { querySchema } from '../../../src/core/labels/list/labelFilter.ts';

/** Does not compile where the API's label lacks a field that can change. */
const fieldsOfApi: readonly (keyof WorkforceLabel)[] = editableFields;

/** The criteria of the API's filter; one too many or too few does not compile. */
const criteriaOfApi: Readonly<Record<keyof WorkforceLabelFilter, true>> = {
  q: true,
  labelCode: true,
  labelName: true,
  labelStatus: true,
};

describe('the fields of a label that can change', () => {
  it('are those of the API for other extensions', () => {
    assert.deepEqual(fieldsOfApi, editableFields);
    assert.deepEqual(Object.keys(criteriaOfApi), Object.keys(querySchema.shape));
  });

  it('are named where the formats of an export are explained', async () => {
    const titles = editableFields.map((field) => labelField(field).title().toLowerCase());
    const list = new Intl.ListFormat('en-GB').format(['ID', ...titles]);
    const texts = await readFile('l10n/bundle.l10n.json', 'utf8');
    const named = Array.from(texts.matchAll(new RegExp(`": "${list}[,;] `, 'g')));
    assert.equal(named.length, 2, `“${list}” is not in the texts.`);
  });

  it('are named where the README explains the import', async () => {
    for (const readme of ['README.md', 'README.zh-CN.md']) {
      const [line = ''] = /^.*`id`.*$/m.exec(await readFile(readme, 'utf8')) ?? [];
      const unnamed = editableFields.filter((field) => !line.includes(`\`${field}\``));
      assert.deepEqual(unnamed, [], readme);
    }
  });
});
