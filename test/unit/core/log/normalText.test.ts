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
      .map((unit) => String.raw`\u${hexOf(unit.charCodeAt(0), 4)}`)
      .join(''),
  (character) =>
    character
      .split('')
      .map((unit) => `%u${hexOf(unit.charCodeAt(0), 4).toUpperCase()}`)
      .join(''),
  (character) => (/^["'/\\]$/.test(character) ? `\\${character}` : character),
  (character) => (character === ' ' ? '+' : character),
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#X${character.codePointAt(0)?.toString(16)};`,
  (character) =>
    ({ '&': '&amp;', '/': '&sol;', '=': '&equals;', '"': '&quot;' })[character] ?? character,
  (character) =>
    Array.from(Buffer.from(character), (byte) => String.raw`\x${hexOf(byte, 2)}`).join(''),
  (character) =>
    Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  (character) => String.raw`\u{${character.codePointAt(0)?.toString(16)}}`,
  (character) => String.raw`\U${hexOf(character.codePointAt(0) ?? 0, 8)}`,
  // Latin-1.
  (character) => (character <= '\u00FF' ? `%${hexOf(character.charCodeAt(0), 2)}` : character),
];

function hexOf(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Characters that secrets are made of, most of them with a meaning in some encoding. */
const characters = fc.constantFrom(...Array.from('aF09zZ%&#;\\/+ ="\'u-_.xéü€😀'));
const longSecrets = fc
  .tuple(fc.array(characters, { maxLength: 20 }), fc.array(characters, { maxLength: 20 }))
  .map(([start, end]) => start.concat(Array.from('gHkM2pQrSt4vWxYz'), end));
/** Secrets that count as such for their digits and letters only. */
const shortSecrets = fc
  .array(fc.constantFrom(...Array.from('kQ9mZ2+\\-=')), { minLength: 8, maxLength: 15 })
  .filter(
    (secret) =>
      /\d/.test(secret.join('')) &&
      /[a-z]/i.test(secret.join('')) &&
      secret.filter((character) => character !== '\\').length >= 8,
  );
const secrets = fc
  .oneof(longSecrets, shortSecrets)
  // Before a character that is encoded on its own, these backslashes have two readings.
  .filter((secret) => !/\\[Uux\d]/.test(secret.join('')));

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

/** Escapes with a backslash of one character. */
const backslashEscapes: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => String.raw`\x${hexOf(character.charCodeAt(0), 2)}`,
  (character) => String.raw`\u${hexOf(character.charCodeAt(0), 4)}`,
  (character) => String.raw`\u{${hexOf(character.charCodeAt(0), 2)}}`,
  (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
];

/** Encodings of a whole text, such as a part of a log in a message in a query. */
const layers: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => encodeURIComponent(text),
  (text) => text.replaceAll('&', '&amp;').replaceAll('\\', '&#92;'),
  (text) => text.replaceAll('&', '&amp;').replaceAll('\\', '&bsol;'),
  (text) => text.replaceAll('\\', String.raw`\x5c`),
  (text) => text.replaceAll('\\', String.raw`\u005c`),
];

/** Token and what is left of it when its characters, and then the whole text several times, were encoded. */
const layeredTokens = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(...Array.from('0123456789aFkQz-_')),
        fc.constantFrom(...backslashEscapes),
      ),
      { minLength: 16, maxLength: 43 },
    ),
    fc.array(fc.constantFrom(...layers), { maxLength: 4 }),
  )
  .map(([parts, encodeAll]) => ({
    secret: parts.map(([character]) => character).join(''),
    written: encodeAll.reduce(
      (text, encode) => encode(text),
      parts.map(([character, encode]) => encode(character)).join(''),
    ),
  }));

/** The same cases each time unless `npm run test:soak` asks for others: what those find is looked into one at a time. */
const parameters = {
  numRuns: Number(process.env['ENCODINGS'] ?? 3000),
  ...(process.env['ENCODINGS'] === undefined && { seed: 1 }),
};

describe('encoded secrets', () => {
  it('leave nothing, whatever mixture of encodings each character has', () => {
    fc.assert(
      fc.property(repetitions, ({ secret, written }) => {
        const live = new LiveSecrets();
        live.hold('key', [secret]);
        assert.equal(live.mask(`[${written}]`), '[•••]');
      }),
      parameters,
    );
  });

  it('leave nothing where a text with their characters escaped is encoded again as a whole', () => {
    fc.assert(
      fc.property(layeredTokens, ({ secret, written }) => {
        const live = new LiveSecrets();
        live.hold('key', [secret]);
        assert.equal(live.mask(`[${written}]`), '[•••]', written);
      }),
      parameters,
    );
  });

  it('leave nothing where a backslash of theirs is before an escape that could complete another', () => {
    const live = new LiveSecrets();
    live.hold('key', [String.raw`u%\aa&\#41;gHkM2pQrSt4vWxYz`]);
    for (const [first, second] of [
      [String.raw`\u0061`, '#'],
      [String.raw`\x61`, String.raw`\u0023`],
      [String.raw`\141`, String.raw`\u{23}`],
    ]) {
      assert.equal(live.mask(`[u%\\${first}a&\\${second}41;gHkM2pQrSt4vWxYz]`), '[•••]');
    }
  });

  it('leave nothing where references of HTML have no semicolon', () => {
    const parts = fc.array(
      fc.tuple(
        fc.constantFrom(...Array.from('aF09zZ#/+ ="\'u-_.xé€😀')),
        fc.constantFrom(10, 16, 0),
      ),
      { minLength: 16, maxLength: 30 },
    );
    fc.assert(
      fc.property(parts, (secret) => {
        const live = new LiveSecrets();
        live.hold('key', [secret.map(([character]) => character).join('')]);
        const written = secret.reduceRight((following, [character, radix]) => {
          const prefix = radix === 16 ? '&#x' : '&#';
          return radix === 0 || /^[\da-f]/i.test(following)
            ? character + following
            : `${prefix}${character.codePointAt(0)?.toString(radix)}${following}`;
        }, ']');
        assert.equal(live.mask(`[${written}`), '[•••]');
      }),
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
    for (const start of [
      '%',
      '%4',
      '\\u',
      '\\u00',
      '\\u{',
      '\\x',
      '\\1',
      '&#',
      '&#x',
      '&#4',
      '%u',
      '%25',
      '%E2%',
    ]) {
      assert.equal(live.mask(`${start}41aF0c3De5B79d28;`), `${start}•••;`);
    }
  });

  it('leave no backslash of theirs after what looks like the beginning of an escape', () => {
    const live = new LiveSecrets();
    live.hold('key', [String.raw`\agHkM2pQrSt4vWxYz`]);
    assert.equal(live.mask(String.raw`%a\agHkM2pQrSt4vWxY%7A`), '%a•••');
  });

  it('leave nothing after what looks like the beginning of an escape, before an open reference', () => {
    const live = new LiveSecrets();
    live.hold('key', ['aa&#9gHkM2pQrSt4vWxYz']);
    assert.equal(live.mask('%aa&#9gHkM2pQrSt4vWxY%7A'), '%•••');
  });

  it('leave nothing after what looks like the beginning of an escape, whatever it is', () => {
    const unit = fc.constantFrom(...Array.from('%\\&ux0123456789abcdef;=+#{'));
    const hexadecimalSecrets = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdef')),
      minLength: 16,
      maxLength: 20,
    });
    const hexadecimal = hexadecimalSecrets.chain((secret) =>
      fc.record({
        secret: fc.constant(secret),
        written: fc
          .array(fc.constantFrom(...encodings), { minLength: 20, maxLength: 20 })
          .map((chosen) =>
            Array.from(secret, (character, index) => chosen[index]?.(character) ?? '').join(''),
          ),
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 3 }),
        fc.oneof(repetitions, hexadecimal),
        (prefix, { secret, written }) => {
          const live = new LiveSecrets();
          live.hold('key', [secret]);
          const masked = live.mask(`${prefix}${written}]`);
          assert.ok(masked.endsWith('•••]'), masked);
          assert.ok(prefix.startsWith(masked.slice(0, -4)), masked);
        },
      ),
      parameters,
    );
  });

  it('leave nothing before what ends an escape that they seem to begin', () => {
    const endings = fc.constantFrom(
      '%',
      '%4',
      '%u004',
      '&',
      '&#x4',
      '&am',
      '\\',
      '\\x',
      '\\u{4',
      '%%2',
      '%&',
    );
    const ending = fc.constantFrom(...Array.from('14afp;}'));
    fc.assert(
      fc.property(
        endings,
        fc.string({ unit: ending, maxLength: 4 }),
        fc.array(fc.constantFrom(...encodings), { minLength: 21, maxLength: 21 }),
        (end, suffix, chosen) => {
          const live = new LiveSecrets();
          const secret = `gHkM2pQrSt4vWxYz${end}`;
          live.hold('key', [secret]);
          const written = Array.from(
            secret,
            (character, index) => chosen[index]?.(character) ?? '',
          );
          const masked = live.mask(`[${written.join('')}${suffix}]`);
          assert.ok(masked.startsWith('[•••'), masked);
          assert.ok(`${suffix}]`.endsWith(masked.slice(4)), masked);
        },
      ),
      parameters,
    );
  });
});
