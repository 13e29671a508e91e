import assert from 'node:assert/strict';
import type { RenewalRefusal } from '../../../../src/core/errors/sessionDoubtfulError.ts';
import {
  verdictOf,
  withRefusal,
  type RefusalVerdict,
  type RenewalRefusals,
} from '../../../../src/core/session/renewalRefusals.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const envelope: RenewalRefusal = {
  httpStatus: 200,
  envelopeCode: 40_001,
  message: 'refresh token',
};
const page: RenewalRefusal = { httpStatus: 400 };

/** Returns the verdict on refusals that came at these minutes of a session that began at 0. */
function verdictAfter(
  refusals: readonly (readonly [minutes: number, refusal: RenewalRefusal])[],
): RefusalVerdict | undefined {
  let history: RenewalRefusals | undefined;
  let verdict: RefusalVerdict | undefined;
  for (const [minutes, refusal] of refusals) {
    history = withRefusal(history, refusal, true, minutes * minute);
    verdict = verdictOf(history, 0, minutes * minute);
  }
  return verdict;
}

/** The same refusal, every this many minutes. */
function repeated(
  refusal: RenewalRefusal,
  times: number,
  every: number,
): (readonly [number, RenewalRefusal])[] {
  return Array.from({ length: times }, (_, index) => [index * every, refusal] as const);
}

describe('what refusals to renew a session mean', () => {
  const inMinutes = day / minute;
  const rows: Readonly<
    Record<string, readonly [RefusalVerdict, readonly (readonly [number, RenewalRefusal])[]]>
  > = {
    one: ['doubtful', [[0, envelope]]],
    'many within an hour': ['doubtful', repeated(envelope, 30, 2)],
    'the same again and again for an hour': ['ended', repeated(envelope, 5, 15)],
    'two, a night apart': ['doubtful', repeated(envelope, 2, 600)],
    'the same code with another message each time': [
      'ended',
      repeated(envelope, 5, 15).map(
        ([at, refusal]) => [at, { ...refusal, message: `request ${at}` }] as const,
      ),
    ],
    'another code in between': [
      'doubtful',
      [...repeated(envelope, 5, 12), [50, { httpStatus: 200, envelopeCode: -1 }], [61, envelope]],
    ],
    'the same words without a code': [
      'ended',
      repeated({ httpStatus: 400, message: 'gone' }, 5, 15),
    ],
    'a page of something between, for hours': ['doubtful', repeated(page, 50, 15)],
    'one, a day before the refresh token ends': ['doubtful', [[29 * inMinutes, page]]],
    'one after the refresh token has ended': ['ended', [[30 * inMinutes, envelope]]],
    'a page of something between, with a clock that is far ahead': [
      'doubtful',
      [[31 * inMinutes, page]],
    ],
    'a clock that was set back': ['doubtful', [[200, envelope], ...repeated(envelope, 5, 10)]],
  };
  for (const [name, [expected, refusals]] of Object.entries(rows)) {
    it(`${name}: ${expected}`, () => {
      assert.equal(verdictAfter(refusals), expected);
    });
  }

  it('stay known to a person who has been told, until the session is renewed', () => {
    const first = withRefusal(undefined, envelope, false, 0);
    assert.equal(first.isBlocking, false);
    const second = withRefusal(first, envelope, true, minute);
    assert.equal(second.isBlocking, true);
    assert.equal(withRefusal(second, page, false, 2 * minute).isBlocking, true);
  });
});
