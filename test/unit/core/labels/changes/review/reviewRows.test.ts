import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../../src/core/api/label.ts';
import {
  editableFields,
  type EditableField,
  type LabelChanges,
} from '../../../../../../src/core/api/labelFields.ts';
import type { CheckedPlan } from '../../../../../../src/core/labels/changes/plan/sharedCodes.ts';
import { ReviewRows } from '../../../../../../src/core/labels/changes/review/reviewRows.ts';
import { wholeReview } from '../../../../../../src/core/labels/changes/review/reviewView.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { labelOf } from '../../arbitraryLabels.ts';

const options = {
  textOf: (_field: string, value: string | number | undefined) =>
    value === 1 ? 'Active' : String(value ?? ''),
  locale: 'en',
};

/** Plan that gives each label the values beside it. */
function planOf(
  wishes: readonly (readonly [Label, LabelChanges])[],
  sharedCodes: readonly string[] = [],
): CheckedPlan {
  const wanted = wantedOf(new Map(wishes.map(([{ id }, values]) => [id, values])));
  const plan = planAmong(
    wanted,
    wishes.map(([each]) => each),
  );
  return { ...plan, sharedCodes };
}

function label(id: string, values: LabelChanges): Label {
  return labelOf({ id, ...values });
}

/** Ids of all rows that are shown. */
function shown(rows: ReviewRows): readonly string[] {
  return rows.slice(0, rows.shownCount).map(({ id }) => id);
}

const night = label('1', { labelCode: 'B10', labelName: 'Night shift, Łódź', labelStatus: 1 });
const early = label('2', { labelCode: 'B9', labelName: 'Early shift', labelStatus: 2 });
const nameless = label('3', { labelCode: 'A', labelStatus: 10 });
const wishes = [
  [night, { labelName: 'Night work, Łódź' }],
  [early, { labelStatus: 1 }],
  [nameless, { labelCode: 'B10 ' }],
] as const;

describe('ReviewRows', () => {
  it('shows each change beside what stays of its label', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    assert.deepEqual(shown(rows), ['1', '2', '3']);
    const [first] = rows.slice(0, 1);
    assert.equal(first?.isTicked, true);
    const name = first.cells.get('labelName');
    assert.deepEqual([name?.now, name?.change?.wanted], ['Night shift, Łódź', 'Night work, Łódź']);
    const code = first.cells.get('labelCode');
    assert.deepEqual([code?.now, code?.change], ['B10', undefined]);
    assert.deepEqual([...rows.changedFields].toSorted(), [...editableFields].toSorted());
  });

  it('warns of codes that labels would share, and of spaces at the ends', async () => {
    const rows = await ReviewRows.of(planOf(wishes, ['B10 ']), options);
    const warnings = rows
      .slice(0, 3)
      .map(({ cells }) => [...cells.values()].flatMap((cell) => cell.warnings).length);
    assert.deepEqual(warnings, [0, 0, 2]);
    assert.equal(rows.facetCounts.warning, 1);
    await rows.show({ ...wholeReview, facets: ['warning'] });
    assert.deepEqual(shown(rows), ['3']);
  });

  it('leaves out and warns of what somebody else has changed, until the user ticks it', async () => {
    const contested = new Map<LabelId, ReadonlySet<EditableField>>([
      [early.id, new Set(['labelStatus'])],
    ]);
    const rows = await ReviewRows.of({ ...planOf(wishes), contested }, options);
    assert.deepEqual(
      rows.slice(0, 3).map(({ isTicked }) => isTicked),
      [true, false, true],
    );
    assert.equal(rows.slice(1, 2)[0]?.cells.get('labelStatus')?.warnings.length, 1);
    // The third ends with a space.
    assert.equal(rows.facetCounts.warning, 2);
    rows.tick({ from: 1, to: 2 }, true);
    const more = new Map(contested).set(night.id, new Set(['labelName']));
    await rows.replace({ ...planOf(wishes), contested: more }, []);
    assert.deepEqual(
      rows.slice(0, 3).map(({ isTicked }) => isTicked),
      [false, true, true],
    );
  });

  it('finds words of old and new values in any order, without case and accents', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    for (const [words, ids] of [
      ['lodz NIGHT', ['1']],
      ['work', ['1']],
      ['shift', ['1', '2']],
      ['active', ['1', '2']],
      ['none of these', []],
      ['', ['1', '2', '3']],
    ] as const) {
      await rows.show({ ...wholeReview, words });
      assert.deepEqual(shown(rows), ids, words);
    }
  });

  it('filters by several values of a column, and by empty ones', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    const filter = { words: '', values: ['1', '10'], isEmpty: false };
    await rows.show({ ...wholeReview, columns: new Map([['labelStatus', filter]]) });
    assert.deepEqual(shown(rows), ['1', '2', '3']);
    const one = { ...filter, values: ['10'] };
    await rows.show({ ...wholeReview, columns: new Map([['labelStatus', one]]) });
    assert.deepEqual(shown(rows), ['3']);
    const empty = { words: '', values: [], isEmpty: true };
    await rows.show({ ...wholeReview, columns: new Map([['labelName', empty]]) });
    assert.deepEqual(shown(rows), ['3']);
  });

  it('sorts by the new values, numbers in texts as numbers, empty ones last both ways', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    const sorted = async (field: 'labelCode' | 'labelName' | 'labelStatus') => {
      await rows.show({ ...wholeReview, sort: { field, isDescending: false } });
      const up = shown(rows);
      await rows.show({ ...wholeReview, sort: { field, isDescending: true } });
      return [up, shown(rows)];
    };
    assert.deepEqual(await sorted('labelCode'), [
      ['2', '1', '3'],
      ['3', '1', '2'],
    ]);
    assert.deepEqual(await sorted('labelName'), [
      ['2', '1', '3'],
      ['1', '2', '3'],
    ]);
    assert.deepEqual(await sorted('labelStatus'), [
      ['1', '2', '3'],
      ['3', '1', '2'],
    ]);
  });

  it('shows the view that was asked for last, whichever is applied first', async () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      label(`many-${index}`, { labelCode: `C${index}` }),
    );
    const rows = await ReviewRows.of(
      planOf(many.map((each) => [each, { labelName: `New ${each.id}` }])),
      options,
    );
    const slow = rows.show({ ...wholeReview, sort: { field: 'labelName', isDescending: true } });
    const quick = rows.show({ ...wholeReview, words: 'C4999' });
    await Promise.all([slow, quick]);
    assert.deepEqual(shown(rows), ['many-4999']);
    assert.equal(rows.view.words, 'C4999');
  });

  it('sends what is ticked, whatever is shown, in the order of the plan', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    await rows.show({ ...wholeReview, words: 'shift' });
    assert.equal(rows.ticks, 'all');
    rows.tick({ from: 0, to: 1 }, false);
    assert.equal(rows.ticks, 'some');
    rows.tick({ from: 0, to: rows.shownCount }, false);
    assert.equal(rows.ticks, 'none');
    await rows.show({ ...wholeReview, sort: { field: 'labelCode', isDescending: true } });
    assert.deepEqual(
      rows.ticked.map(({ id }) => id),
      ['3'],
    );
    rows.tick({ from: 1, to: 2 }, true);
    assert.deepEqual(
      rows.ticked.map(({ id }) => id),
      ['1', '3'],
    );
    assert.equal(rows.tickedCount, 2);
    await rows.show({ ...wholeReview, facets: ['left'] });
    assert.deepEqual(shown(rows), ['2']);
  });

  it('ticks the rows that were meant while they are sorted, and none of an order that is too old', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    const { order } = rows;
    await rows.show({ ...wholeReview, sort: { field: 'labelCode', isDescending: true } });
    assert.equal(rows.numberFrom(0, order), 1);
    rows.tick({ from: 0, to: 1 }, false, order);
    assert.deepEqual(
      rows.ticked.map(({ id }) => id),
      ['2', '3'],
    );
    for (let count = 0; count < 5; count++) {
      await rows.show(wholeReview);
    }
    rows.tick({ from: 1, to: 2 }, false, order);
    assert.equal(rows.tickedCount, 2);
    await rows.replace(planOf(wishes), []);
    rows.tick({ from: 1, to: 2 }, false, rows.order - 1);
    assert.equal(rows.tickedCount, 2);
  });

  it('moves what has changed since to the top, unhidden, and keeps the ticks', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    rows.tick({ from: 0, to: 1 }, false);
    await rows.show({ ...wholeReview, words: 'shift' });
    const renamed = label('3', { labelCode: 'A', labelName: 'Renamed', labelStatus: 10 });
    await rows.replace(planOf([wishes[0], wishes[1], [renamed, { labelCode: 'B10 ' }]]), [
      renamed.id,
    ]);
    assert.deepEqual(shown(rows), ['3', '1', '2']);
    assert.deepEqual(
      rows.slice(0, 3).map(({ isChangedSince }) => isChangedSince),
      [true, false, false],
    );
    assert.deepEqual(
      rows.ticked.map(({ id }) => id),
      ['2', '3'],
    );
  });

  it('forgets ticks of labels that the new plan no longer has', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    rows.tick({ from: 0, to: 2 }, false);
    await rows.replace(planOf([wishes[1], wishes[2]]), []);
    assert.equal(rows.tickedCount, 1);
    assert.deepEqual(
      rows.ticked.map(({ id }) => id),
      ['3'],
    );
  });

  it('keeps the tick of a label that a plan in between does not change', async () => {
    const rows = await ReviewRows.of(planOf(wishes), options);
    rows.tick({ from: 0, to: 1 }, false);
    await rows.replace(planOf([wishes[1], wishes[2]]), []);
    assert.deepEqual([rows.facetCounts.left, rows.tickedCount], [0, 2]);
    await rows.replace(planOf(wishes), []);
    assert.deepEqual([rows.facetCounts.left, rows.tickedCount], [1, 2]);
  });

  it('shows the plan that came last, whichever rows are made first', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => label(`many-${index}`, {}));
    const rows = await ReviewRows.of(planOf(wishes), options);
    const slow = rows.replace(planOf(many.map((each) => [each, { labelName: 'New' }])), []);
    await Promise.all([slow, rows.replace(planOf([wishes[1]]), [])]);
    assert.deepEqual(shown(rows), ['2']);
    assert.equal(rows.tickedCount, 1);
  });

  it('sends no plan under the order of the one before', async () => {
    const many = Array.from({ length: 9000 }, (_, index) => label(`many-${index}`, {}));
    const rows = await ReviewRows.of(planOf(wishes), options);
    const { order } = rows;
    const replacing = rows.replace(planOf(many.map((each) => [each, { labelName: 'New' }])), []);
    for (let turn = 0; turn < 50; turn++) {
      await setImmediate();
      assert.equal(rows.tickedCount, rows.order === order ? 3 : 9000);
      assert.equal(rows.shownCount, rows.tickedCount);
    }
    await replacing;
    assert.equal(rows.shownCount, 9000);
  });

  describe('with parts beside the changes', () => {
    // Ids of one account mean nothing in another: this one is as that of a change.
    const elsewhere = label('1', { labelCode: 'X', labelName: 'Only there', labelStatus: 30 });
    const parts = [
      { id: 'there', labels: [elsewhere] },
      { id: 'here', labels: [label('9', { labelCode: 'B1', labelName: 'Only here' })] },
      { id: 'none', labels: [] },
    ];

    async function rowsWithParts(): Promise<ReviewRows> {
      return await ReviewRows.of(planOf(wishes), { ...options, parts });
    }

    it('shows them after the changes, without ticks', async () => {
      const rows = await rowsWithParts();
      assert.deepEqual(shown(rows), ['1', '2', '3', '1', '9']);
      assert.deepEqual(
        rows.slice(0, 5).map(({ isTicked, part }) => [part, isTicked]),
        [
          ['changes', true],
          ['changes', true],
          ['changes', true],
          ['there', undefined],
          ['here', undefined],
        ],
      );
      assert.deepEqual(rows.numbersIn('labelStatus'), [1, 2, 10, 30]);
      assert.deepEqual(
        [...rows.partCounts],
        [
          ['changes', 3],
          ['there', 1],
          ['here', 1],
          ['none', 0],
        ],
      );
    });

    it('shows several parts, of these the rows of a facet, and sorts them together', async () => {
      const rows = await rowsWithParts();
      await rows.show({ ...wholeReview, parts: ['there', 'here'] });
      assert.deepEqual(shown(rows), ['1', '9']);
      assert.equal(rows.ticks, undefined);
      const sort = { field: 'labelCode', isDescending: false } as const;
      await rows.show({ ...wholeReview, parts: ['changes', 'here'], sort });
      assert.deepEqual(shown(rows), ['9', '2', '1', '3']);
      await rows.show({ ...wholeReview, parts: ['there'], facets: ['left'] });
      assert.deepEqual(shown(rows), []);
      await rows.show({ ...wholeReview, words: 'only' });
      assert.deepEqual(shown(rows), ['1', '9']);
    });

    it('ticks changes alone, also where an id of a part is the same', async () => {
      const rows = await rowsWithParts();
      rows.tick({ from: 3, to: 5 }, false);
      assert.equal(rows.tickedCount, 3);
      assert.equal(rows.ticks, 'all');
      rows.tick({ from: 0, to: 5 }, false);
      assert.deepEqual([rows.ticks, rows.tickedCount, rows.facetCounts.left], ['none', 0, 3]);
      await rows.show({ ...wholeReview, facets: ['left'] });
      assert.deepEqual(shown(rows), ['1', '2', '3']);
    });
  });

  it('sends exactly what a set of ticks would say, whatever is filtered and sorted meanwhile', async () => {
    const labels = Array.from({ length: 12 }, (_, index) =>
      label(String(index), { labelCode: `C${index % 5}`, labelStatus: index % 3 }),
    );
    const plan = planOf(labels.map((each) => [each, { labelName: `New ${each.id}` }]));
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('tick' as const),
        from: fc.nat(12),
        to: fc.nat(14),
        isTicked: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('show' as const),
        words: fc.constantFrom('', 'c1', 'new 1', '2'),
        field: fc.constantFrom(...editableFields, undefined),
        isDescending: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const rows = await ReviewRows.of(plan, options);
        const left = new Set<LabelId>();
        for (const each of steps) {
          if (each.kind === 'show') {
            const { field, isDescending, words } = each;
            const sort = field === undefined ? undefined : { field, isDescending };
            await rows.show({ ...wholeReview, words, sort });
          } else {
            for (const { id } of rows.slice(each.from, each.to)) {
              if (each.isTicked) {
                left.delete(id);
              } else {
                left.add(id);
              }
            }
            rows.tick(each, each.isTicked);
          }
        }
        assert.deepEqual(
          rows.ticked.map(({ id }) => id),
          plan.changes.map(({ id }) => id).filter((id) => !left.has(id)),
        );
        assert.equal(rows.tickedCount, rows.ticked.length);
      }),
      { numRuns: 200 },
    );
  });
});
