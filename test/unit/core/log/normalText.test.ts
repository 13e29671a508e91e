import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';

/** Encodings of one character by what a service may write with; the first leaves it as it is. */
const encodings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (character) => encodings[1]?.(character).toUpperCase() ?? '',
  (character) =>
    character
      .split('')
      .map((unit) => String.raw`\u${hexOf(unit, 4)}`)
      .join(''),
  (character) =>
    character
      .split('')
      .map((unit) => `%u${hexOf(unit, 4).toUpperCase()}`)
      .join(''),
  (character) => (/^["'/\\]$/.test(character) ? `\\${character}` : character),
  (character) => (character === ' ' ? '+' : character),
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16)};`,
  (character) =>
    ({ '&': '&amp;', '/': '&sol;', '=': '&equals;', '"': '&quot;' })[character] ?? character,
];

function hexOf(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, '0');
}

/** Characters that secrets are made of, most of them with a meaning in some encoding. */
const characters = fc.constantFrom(...Array.from('aF09zZ%&#;\\/+ ="\'u-_.xü€😀'));
const secrets = fc
  .tuple(fc.array(characters, { maxLength: 20 }), fc.array(characters, { maxLength: 20 }))
  .map(([start, end]) => start.concat(Array.from('gHkM2pQrSt4vWxYz'), end))
  // In JSON, this has two readings.
  .filter((secret) => !secret.join('').includes(String.raw`\u`));

/** Secret and a random mixture of encodings of its characters, in `layers`. */
const repetitions = secrets.chain((secret) =>
  fc.record({
    secret: fc.constant(secret.join('')),
    written: fc
      .tuple(
        ...secret.map(() =>
          fc.array(fc.constantFrom(...encodings), { minLength: 2, maxLength: 2 }),
        ),
      )
      .map((chosen) =>
        secret
          .map((character, index) =>
            (chosen[index] ?? []).reduce(
              (text, encode) => Array.from(text, encode).join(''),
              character,
            ),
          )
          .join(''),
      ),
  }),
);

describe('encoded secrets', () => {
  it('leave nothing, whatever mixture of encodings each character has', () => {
    fc.assert(
      fc.property(repetitions, ({ secret, written }) => {
        const live = new LiveSecrets();
        live.hold('key', [secret]);
        assert.equal(live.mask(`[${written}]`), '[•••]');
      }),
      { numRuns: 2000 },
    );
  });

  it('leave a text without them exactly as it was', () => {
    const live = new LiveSecrets();
    live.hold('key', ['%2Fa+a/a=a&aa/%aa', 'gHkM2pQrSt4vWxYz']);
    const written = fc
      .array(fc.tuple(characters, fc.constantFrom(...encodings)), { maxLength: 200 })
      .map((parts) => parts.map(([character, encode]) => encode(character)).join(''));
    fc.assert(
      fc.property(written, (text) => {
        assert.equal(live.mask(text), text);
      }),
    );
  });

  it('leave nothing after the beginning of an escape', () => {
    const live = new LiveSecrets();
    live.hold('key', ['41aF0c3De5B79d28']);
    for (const start of ['%', '%4', '\\u', '\\u00', '&#x', '%u', '%25', '%E2%']) {
      assert.equal(live.mask(`${start}41aF0c3De5B79d28;`), `${start}•••;`);
    }
  });
});
