import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { WorkforceLabel, WorkforceLabelFilter } from '../../../src/agents/workforceApi.ts';
import { editableFields, labelField } from '../../../src/core/api/labelFields.ts';
import { querySchema } from '../../../src/core/labels/list/labelFilter.ts';
import { listParametersSchema } from '../../../src/sandbox/labelFilter.ts';
import { labelChangesSchema } from '../../../src/sandbox/labelRecord.ts';

/** Does not compile where the API's label lacks a field that can change. */
const fieldsOfApi: readonly (keyof WorkforceLabel)[] = editableFields;

/** The criteria of the API's filter; one too many or too few does not compile. */
const criteriaOfApi: Readonly<Record<keyof WorkforceLabelFilter, true>> = {
  q: true,
  labelCode: true,
  labelName: true,
  labelStatus: true,
};

const titles = editableFields.map((field) => labelField(field).title().toLowerCase());
const list = new Intl.ListFormat('en-GB').format(['ID', ...titles]);

describe('the fields of a label that can change', () => {
  it('are those of the API for other extensions', () => {
    assert.deepEqual(fieldsOfApi, editableFields);
    assert.deepEqual(Object.keys(criteriaOfApi), Object.keys(querySchema.shape));
  });

  it('are those that the sandbox updates and filters by', () => {
    assert.deepEqual(Object.keys(labelChangesSchema.shape), editableFields);
    assert.deepEqual(Object.keys(listParametersSchema.shape), Object.keys(querySchema.shape));
  });

  it('are named where the README says what is copied and stored of a label', async () => {
    const readme = await readFile('README.md', 'utf8');
    for (const sentence of [`${list} of the labels that are`, `labels you opened last (${list})`]) {
      assert.ok(readme.includes(sentence), sentence);
    }
  });

  it('are named where the formats of an export are explained', async () => {
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
