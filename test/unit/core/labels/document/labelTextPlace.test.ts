import assert from 'node:assert/strict';
import { labelTextPlace } from '../../../../../src/core/labels/document/labelTextPlace.ts';

/** The place that `|` marks in `marked`. */
function placeIn(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = labelTextPlace(text, offset);
  return place === undefined
    ? undefined
    : {
        field: place.field,
        part: place.part,
        text: text.slice(place.span.offset, place.span.offset + place.span.length),
      };
}

describe('labelTextPlace', () => {
  it('tells the name and the value of a field apart', () => {
    assert.deepEqual(placeIn('{ "id": "1", "label|Code": "A" }'), {
      field: 'labelCode',
      part: 'name',
      text: '"labelCode"',
    });
    assert.deepEqual(placeIn('{ "id": "1", "labelCode": "|A" }'), {
      field: 'labelCode',
      part: 'value',
      text: '"A"',
    });
  });

  it('includes both ends of a value', () => {
    const whole = { field: 'labelStatus', part: 'value', text: '12' };
    assert.deepEqual(placeIn('{ "labelStatus": |12 }'), whole);
    assert.deepEqual(placeIn('{ "labelStatus": 12| }'), whole);
  });

  it('knows the field whose value is not there yet', () => {
    const missing = { field: 'labelStatus', part: 'value', text: '' };
    assert.deepEqual(placeIn('{ "labelStatus":|'), missing);
    assert.deepEqual(placeIn('{ "labelStatus": |\n  "createTime": "now" }'), missing);
  });

  it('is nowhere between fields and inside of deeper values', () => {
    assert.equal(placeIn('|{ "labelStatus": 1 }'), undefined);
    assert.equal(placeIn('{ | "labelStatus": 1 }'), undefined);
    assert.equal(placeIn('{ "labelStatus": 1, | }'), undefined);
    assert.equal(placeIn('{ "labelStatus": 1  | }'), undefined);
    assert.equal(placeIn('{ "owner": { "labelStatus": |1 } }'), undefined);
    assert.equal(placeIn('[1, |2]'), undefined);
  });
});
