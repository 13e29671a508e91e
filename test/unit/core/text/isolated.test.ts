import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/core/errors/apiError.ts';
import { AuthorizationResponseError } from '../../../../src/core/errors/authorizationResponseError.ts';
import { describeRefusal } from '../../../../src/core/errors/sessionDoubtfulError.ts';
import {
  fieldText,
  outcomeLines,
  valueText,
} from '../../../../src/core/labels/exchange/labelChangesText.ts';
import { labelFieldRows, statusTitle } from '../../../../src/core/labels/labelTitle.ts';
import { labelFilterSummary } from '../../../../src/core/labels/list/labelCriteria.ts';
import { parseLabelFilter } from '../../../../src/core/labels/list/labelFilterText.ts';
import { numberedStatus, statusText } from '../../../../src/core/labels/statusNames.ts';
import { cutText } from '../../../../src/core/text/cutText.ts';
import { displayText } from '../../../../src/core/text/displayText.ts';
import { isolated, isRightToLeft, withoutIsolates } from '../../../../src/core/text/isolated.ts';
import { labelOf } from '../labels/arbitraryLabels.ts';

const active = 'פעיל';
const paused = 'מושהה';
const names = new Map([
  [1, active],
  [2, paused],
]);

/** The texts that isolates keep apart from the sentence, and the sentence without them. */
function partsOf(sentence: string): {
  readonly isolates: readonly string[];
  readonly rest: string;
} {
  const isolate = /\u2068([^\u2068\u2069]*)\u2069/g;
  return {
    isolates: Array.from(sentence.matchAll(isolate), ([, text = '']) => text),
    rest: sentence.replaceAll(isolate, ''),
  };
}

describe('right-to-left text in a sentence', () => {
  it('is isolated once, each part by itself', () => {
    const sentence = `${isolated(`"${active}"`)} → ${isolated(`"${paused}"`)}`;
    assert.deepEqual(partsOf(sentence).isolates, [`"${active}"`, `"${paused}"`]);
    assert.equal(displayText(sentence), sentence);
    assert.equal(
      isolated(`${sentence} ${active}`),
      `\u2068${withoutIsolates(sentence)} ${active}\u2069`,
    );
    assert.equal(isolated('Active'), 'Active');
  });

  it('stays isolated if it is cut', () => {
    assert.equal(cutText(displayText(active), 3), `\u2068${active.slice(0, 2)}…\u2069`);
    assert.equal(cutText(displayText(active), 6), displayText(active));
  });

  const conflict = { field: 'labelName', before: active, current: paused, wanted: active } as const;
  const refused = parseLabelFilter(`status:${active}x`, names);
  const label = labelOf({ id: '1', labelName: 'Name', labelStatus: 1 });
  const sentences: Readonly<Record<string, string>> = {
    'name of a status': statusText(1, names),
    'title of a status': statusTitle(1, names),
    'status with its number': numberedStatus(1, names),
    'status in a tooltip':
      labelFieldRows(label, names, 'en').find(([title]) => title === 'Status')?.[1] ?? '',
    'filter of a status': labelFilterSummary({ labelStatus: 1 }, names, 'en'),
    'filter of statuses': labelFilterSummary({ statuses: [1, 2] }, names, 'en'),
    'unknown status': refused.kind === 'refused' ? refused.problem : '',
    'changed status': `${fieldText('labelStatus', 1, names)} → ${valueText('labelStatus', 2, names)}`,
    'changed name': `${fieldText('labelName', active, names)} → ${valueText('labelName', paused, names)}`,
    conflict: outcomeLines({ kind: 'conflict', conflicts: [conflict] }, names).join(' '),
    'refusal of a request': new ApiError({
      envelopeCode: 1,
      httpStatus: 200,
      serverMessage: active,
    }).message,
    'refusal of a renewal': describeRefusal({ envelopeCode: 1, httpStatus: 400, message: active }),
    'refusal of a sign-in': new AuthorizationResponseError(active).message,
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    it(`does not reorder it: ${name}`, () => {
      const { isolates, rest } = partsOf(displayText(sentence));
      assert.ok(isolates.length > 0, sentence);
      assert.ok(!isRightToLeft(rest), sentence);
      assert.ok(
        isolates.every((text) => !text.includes('→') && !/\d/.test(text)),
        sentence,
      );
    });
  }
});
