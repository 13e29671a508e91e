import assert from 'node:assert/strict';
import { editableValues, isEditableField } from '../../../../src/core/api/labelFields.ts';

describe('editableValues', () => {
  const record = {
    id: '7',
    updateTime: 'now',
    labelCode: 'A',
    labelName: 'B',
    labelStatus: 0,
  };

  it('takes the fields that can change, and no others', () => {
    assert.deepEqual(editableValues(record), { labelCode: 'A', labelName: 'B', labelStatus: 0 });
    assert.deepEqual(
      editableValues(record, (field) => field !== 'labelName'),
      { labelCode: 'A', labelStatus: 0 },
    );
  });

  it('leaves out what is empty or of another kind', () => {
    for (const labelName of [undefined, null, '', 7, {}]) {
      assert.deepEqual(editableValues({ labelCode: 'A', labelName }), { labelCode: 'A' });
    }
    for (const labelStatus of [undefined, null, '', '1', 1.5, 2 ** 53]) {
      assert.deepEqual(editableValues({ labelStatus }), {});
    }
  });
});

describe('isEditableField', () => {
  it('knows the fields of the table by their own names alone', () => {
    assert.ok(isEditableField('labelStatus'));
    assert.ok(!isEditableField('id'));
    assert.ok(!isEditableField('toString'));
  });
});
