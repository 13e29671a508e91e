import assert from 'node:assert/strict';
import { localTime } from '../../../../src/core/text/localTime.ts';

describe('localTime', () => {
  const zone = process.env['TZ'];

  before(() => (process.env['TZ'] = 'Asia/Kolkata'));

  after(() => {
    if (zone === undefined) {
      delete process.env['TZ'];
    } else {
      process.env['TZ'] = zone;
    }
  });

  for (const time of [
    '2024-05-03T20:12:33.000Z',
    '2024-05-03t20:12:33z',
    '2024-05-03 22:12:33.1234567+02:00',
    '2024-05-03T15:12:33.000-0500',
  ]) {
    it(`is a time in the zone of this machine, with its name: ${time}`, () => {
      assert.equal(
        localTime(time, 'en')?.replaceAll('\u202F', ' '),
        'May 4, 2024, 1:42:33 AM GMT+5:30',
      );
    });
  }

  it('is in the language of the texts', () => {
    assert.equal(localTime('2024-05-03T20:12:33Z', 'de'), '04.05.2024, 01:42:33 GMT+5:30');
  });

  for (const value of [
    // Of an unknown zone.
    '2024-05-03T20:12:33',
    '2024-05-03',
    // No times.
    '2024-13-03T20:12:33Z',
    'since 2024-05-03T20:12:33Z',
    '',
    1_714_767_153_000,
    null,
    undefined,
  ]) {
    it(`is none of ${JSON.stringify(value)}`, () => {
      assert.equal(localTime(value, 'en'), undefined);
    });
  }
});
