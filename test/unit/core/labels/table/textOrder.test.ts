import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { textOrder } from '../../../../../src/core/labels/table/textOrder.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';

async function sorted(
  texts: readonly string[],
  locale = 'en',
  isDescending = false,
): Promise<readonly string[]> {
  return Array.from(
    await textOrder(texts, { locale, isDescending }),
    (index) => texts[index] ?? '',
  );
}

/** What sorting by the language's own comparison gives; numbers within texts count. */
function collated(texts: readonly string[], locale: string): readonly string[] {
  return texts.toSorted(new Intl.Collator(locale, { numeric: true }).compare);
}

describe('order of texts', () => {
  it('is natural for codes', async () => {
    const codes = ['A10', 'A9', 'a1', 'B2', 'A09b', 'A9a', 'A-1', '10', '9', '009', '0'];
    assert.deepEqual(await sorted(codes), collated(codes, 'en'));
    assert.deepEqual(await sorted(['CC-100', 'CC-20', 'CC-3']), ['CC-3', 'CC-20', 'CC-100']);
  });

  it('is that of the language', async () => {
    const texts = [
      'Zebra',
      'Äpfel',
      'Apfel',
      'åska',
      'Ost',
      'Öst',
      'Straße',
      'Strasse',
      'Strassen',
      'zoo',
      'chata',
      'cihla',
      'hora',
    ];
    for (const locale of [
      'en',
      'de',
      'sv',
      'cs',
      'es',
      'da',
      'et',
      'ja',
      'zh-cn',
      'fr',
      'not a tag',
    ]) {
      const known = locale === 'not a tag' ? 'en' : locale;
      assert.deepEqual(await sorted(texts, known), collated(texts, known), known);
    }
    assert.deepEqual(await sorted(['zebra', 'åska'], 'sv'), ['zebra', 'åska']);
    assert.deepEqual(await sorted(['zebra', 'åska'], 'de'), ['åska', 'zebra']);
    assert.deepEqual(await sorted(['hora', 'chata', 'cihla'], 'cs'), ['cihla', 'hora', 'chata']);
  });

  it('keeps equal texts in their order in both directions', async () => {
    const texts = ['b', 'a', 'b', 'a', 'b'];
    for (const isDescending of [false, true]) {
      const order = Array.from(await textOrder(texts, { locale: 'en', isDescending }));
      assert.deepEqual(order, isDescending ? [0, 2, 4, 1, 3] : [1, 3, 0, 2, 4]);
    }
  });

  it('is that of the language for any texts of words and numbers', async () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', 'ä', 'ß', 'é', ' ', '-', '0', '1', '9', 'z', 'Z', '部', '門'),
      maxLength: 8,
    });
    for (const locale of ['en', 'de', 'sv', 'ja']) {
      await fc.assert(
        fc.asyncProperty(fc.array(word, { maxLength: 60, size: 'max' }), async (texts) => {
          const compare = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare;
          const order = await sorted(texts, locale);
          const expected = collated(texts, locale);
          order.forEach((text, index) =>
            assert.equal(
              compare(text, expected[index] ?? ''),
              0,
              `${text} ${JSON.stringify(texts)}`,
            ),
          );
        }),
        { numRuns: 8 },
      );
    }
  });

  it('compares long texts by their beginnings', async () => {
    const random = randomFrom(1);
    const begin = ['b', 'a'].map((letter) => letter.repeat(50_000));
    const texts = Array.from({ length: 2000 }, (_, id) => `${begin[id % 2] ?? ''}${random()}`);
    const before = process.threadCpuUsage();
    const order = await sorted(texts);
    assert.ok(process.threadCpuUsage(before).user < 1_000_000);
    const [b, a] = [0, 1].map((odd) => texts.filter((_, id) => id % 2 === odd));
    assert.deepEqual(order, [...(a ?? []), ...(b ?? [])]);
  });
});
