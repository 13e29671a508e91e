import assert from 'node:assert/strict';
import { readLabel, type Label } from '../../../../../src/core/api/label.ts';
import {
  needsAllLabels,
  labelFilterSummary,
  matchesLocally,
  type LabelFilter,
} from '../../../../../src/core/labels/list/labelCriteria.ts';

const now = Date.parse('2026-11-26T12:00:00Z');

function matches(filter: LabelFilter, record: object): boolean {
  const read = readLabel({ id: '7', ...record });
  assert.ok(read.kind === 'label');
  const { label }: { readonly label: Label } = read;
  return matchesLocally(filter, label, now);
}

describe('the criteria that the service cannot apply', () => {
  it('read all labels, and no others do', () => {
    for (const filter of [
      { statuses: [1, 2] },
      { empty: ['labelName'] },
      { without: ['x'] },
      { changed: '7d' },
      { repeated: 'labelCode' },
    ] as const) {
      assert.ok(needsAllLabels({ q: 'a', ...filter }), JSON.stringify(filter));
    }
    assert.ok(!needsAllLabels({ q: 'a', labelCode: 'b', labelName: 'c', labelStatus: 1 }));
  });

  it('are one of several statuses', () => {
    assert.ok(matches({ statuses: [1, 2] }, { labelStatus: 2 }));
    assert.ok(!matches({ statuses: [1, 2] }, { labelStatus: 3 }));
    assert.ok(!matches({ statuses: [1, 2] }, {}));
  });

  it('are fields without a value', () => {
    assert.ok(matches({ empty: ['labelName'] }, { labelCode: 'A', labelName: null }));
    assert.ok(!matches({ empty: ['labelName', 'labelCode'] }, { labelCode: 'A' }));
    assert.ok(!matches({ empty: ['labelStatus'] }, { labelStatus: 0 }));
  });

  it('are words that are not there, whatever their case and accents', () => {
    assert.ok(!matches({ without: ['malmo'] }, { labelName: 'Night, Malmö' }));
    assert.ok(!matches({ without: ['night'] }, { labelCode: 'NIGHT-1' }));
    assert.ok(matches({ without: ['berlin'] }, { labelName: 'Night, Malmö' }));
  });

  it('are a time of change, whatever its field is called', () => {
    const day = { updateTime: '2026-11-25T12:00:00Z' };
    assert.ok(matches({ changed: '2d' }, day));
    assert.ok(!matches({ changed: '12h' }, day));
    assert.ok(matches({ changed: '1w' }, { gmtModified: now - 1000 }));
    assert.ok(!matches({ changed: '1w' }, { createTime: '2026-11-25T12:00:00Z' }));
  });

  it('are no time of change where a field says by whom, or how often', () => {
    const long = { updateTime: '2026-01-01T00:00:00Z' };
    const day = { updateTime: '2026-11-25T12:00:00Z' };
    for (const value of ['user 2030', '42', 17, 1784519230001240, 'Admin 1', null]) {
      assert.ok(!matches({ changed: '1w' }, { updateBy: value, ...long }), String(value));
      assert.ok(matches({ changed: '1w' }, { updateBy: value, ...day }), String(value));
    }
  });

  it('are summed up in words', () => {
    assert.equal(
      labelFilterSummary(
        { q: 'a', statuses: [1, 2], empty: ['labelName'], without: ['b'], changed: '7d' },
        new Map([[1, 'Active']]),
        'en',
      ),
      'text “a”, status Active / 2, Name is empty, without “b”, changed in the last 7 days',
    );
    const summaries = ['1h', '12h', '1d', '1W', '2000w', '2026-11-01'].map((changed) =>
      labelFilterSummary({ changed }, new Map(), 'en'),
    );
    assert.deepEqual(summaries, [
      'changed in the last hour',
      'changed in the last 12 hours',
      'changed in the last day',
      'changed in the last week',
      'changed in the last 2,000 weeks',
      'changed since November 1, 2026',
    ]);
    assert.equal(
      labelFilterSummary({ changed: '2026-11-01' }, new Map(), 'de'),
      'changed since 1. November 2026',
    );
  });
});
