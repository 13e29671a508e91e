import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LabelsByCodeOrId, matchLine } from '../../../../../src/core/labels/reading/listMatch.ts';
import {
  entriesOf,
  readList,
  readingsOf,
} from '../../../../../src/core/labels/reading/listText.ts';
import { labelOf } from '../arbitraryLabels.ts';

/** Codes found in a list by an account that has these, and what was not found. */
function matched(
  text: string,
  codes: readonly string[],
): { readonly found: readonly string[]; readonly notFound: readonly string[] } {
  const labels = new LabelsByCodeOrId();
  for (const [index, labelCode] of codes.entries()) {
    labels.add(labelOf({ id: `10000000000000000${index}`, labelCode }));
  }
  const entries = Array.from(readList(text)).flatMap((line) => matchLine(line, labels));
  const found = entries.flatMap(({ match }) => match?.labels ?? []);
  return {
    found: Array.from(new Set(found.map(({ id, labelCode }) => labelCode ?? id))),
    notFound: entries.flatMap(({ isSilent, match, text: entry }) =>
      match === undefined ? (isSilent ? [] : [entry]) : match.rest,
    ),
  };
}

/** Texts as people paste them, each of which names three labels and nothing else. */
const pasted: Readonly<Record<string, string>> = {
  'one a line': 'NIGHT-307\nDAY-1\r\nTRAVEL/EU\n',
  'bullets of Markdown': '- NIGHT-307\n- DAY-1\n* TRAVEL/EU',
  'bullets of Word': '• NIGHT-307\n•\tDAY-1\n◦ TRAVEL/EU',
  'bullets in one line': '• NIGHT-307 • DAY-1 • TRAVEL/EU',
  'boxes to tick': '- [ ] NIGHT-307\n- [x] DAY-1\n☐ TRAVEL/EU',
  numbers: '1. NIGHT-307\n2. DAY-1\n10. TRAVEL/EU',
  'numbers in brackets': '(1) NIGHT-307\n(2) DAY-1\n3) TRAVEL/EU',
  'letters and circled numbers': 'a) NIGHT-307\niv. DAY-1\n③ TRAVEL/EU',
  'a quoted e-mail': '> NIGHT-307\n> > DAY-1\n>> - TRAVEL/EU',
  'Chinese separators': 'NIGHT-307、DAY-1，TRAVEL/EU；',
  'a Chinese conjunction': 'NIGHT-307、DAY-1和TRAVEL/EU。',
  'Arabic separators': 'NIGHT-307، DAY-1؛ TRAVEL/EU',
  'a list of SQL': "('NIGHT-307','DAY-1', 'TRAVEL/EU')",
  'a list of JSON': '["NIGHT-307", "DAY-1", "TRAVEL/EU"]',
  'lines of SQL': "'NIGHT-307',\n'DAY-1',\n'TRAVEL/EU'",
  'a sentence': 'NIGHT-307, DAY-1 and TRAVEL/EU.',
  'a German sentence': 'NIGHT-307, DAY-1 sowie TRAVEL/EU!',
  'codes with names': 'NIGHT-307 – Night, in Berlin\nDAY-1: Day shift\nTRAVEL/EU\t',
  'names with codes': 'Night shift (NIGHT-307)\nDay [DAY-1]\nTravel in Europe = TRAVEL/EU',
  'lower case': 'night-307\nDay-1\ntravel/eu',
  'invisible characters': '\u200BNIGHT-307\nDAY\u00AD-1\n\uFEFFTRAVEL/EU\u200D\u2069',
  'dashes of Word': 'NIGHT–307\nDAY‑1\nTRAVEL/EU',
  'full width': 'ＮＩＧＨＴ－３０７　\nＤＡＹ－１\nTRAVEL／EU',
  'a request': 'Please end NIGHT-307 today, as well as DAY-1 and "TRAVEL/EU"',
  'bold and code': '**NIGHT-307**\n`DAY-1`\n_TRAVEL/EU_;',
  spaces: 'NIGHT-307  DAY-1\u00A0TRAVEL/EU',
  'quotation marks of languages': '„NIGHT-307“, «DAY-1», 「TRAVEL/EU」',
};

describe('matchLine', () => {
  const codes = ['NIGHT-307', 'DAY-1', 'TRAVEL/EU', 'NIGHT-3', 'EU'];

  for (const [title, text] of Object.entries(pasted)) {
    it(`finds the codes in ${title}`, () => {
      assert.deepEqual(matched(text, codes).found, codes.slice(0, 3));
    });

    it(`finds the codes in ${title}, of which an input box has made one line`, () => {
      const { found } = matched(text.replaceAll(/\r\n|[\r\n]/g, ' '), codes);
      assert.deepEqual(found, codes.slice(0, 3));
    });
  }

  it('takes an exact line first, whatever is in it', () => {
    const odd = ['A, B', '- A', '1. A', 'R and D', 'A', 'B', '(A)', 'A – B', 'a', 'x\u200By'];
    for (const code of odd) {
      assert.deepEqual(matched(code, odd), { found: [code], notFound: [] }, code);
    }
    assert.deepEqual(matched('B; A, B; R and D', odd).found, ['B', 'A, B', 'R and D']);
    assert.deepEqual(matched('- "A, B"\n- - A\n- ((A))', odd).found, ['A, B', '- A', '(A)']);
  });

  it('ignores case only where one code is meant', () => {
    assert.deepEqual(matched('night', ['NIGHT', 'Night']), { found: [], notFound: ['night'] });
    assert.deepEqual(matched('Night', ['NIGHT', 'Night']).found, ['Night']);
  });

  it('shows what it does not find as it was written', () => {
    assert.deepEqual(matched('- X7\n2) “Day 9”, DAY-1 and x', ['DAY-1']), {
      found: ['DAY-1'],
      notFound: ['- X7', '2) “Day 9”', 'x'],
    });
    assert.deepEqual(matched('Hello Anna,\nDAY-1\n', ['DAY-1']).notFound, ['Hello Anna']);
    assert.deepEqual(matched('DAY-1 DAY-2 day three', ['DAY-1']).notFound, [
      'DAY-2',
      'day',
      'three',
    ]);
    assert.deepEqual(matched('DAY-1 DAY-2\nDAY-3', ['DAY-1']).notFound, ['DAY-2', 'DAY-3']);
  });

  it('says nothing of the name beside a code', () => {
    assert.deepEqual(matched('DAY-1 – Day, Berlin\nDAY-2: Day', ['DAY-1']), {
      found: ['DAY-1'],
      notFound: ['DAY-2: Day'],
    });
  });

  it('says nothing of the name beside a code in a line alone, but of what stands at a bullet', () => {
    const own = ['DAY-1', 'night'];
    assert.deepEqual(matched('DAY-1 – Day shift', own), { found: ['DAY-1'], notFound: [] });
    assert.deepEqual(matched('- DAY-1 - eve - night', own), {
      found: own,
      notFound: ['eve'],
    });
  });

  it('says nothing of the other columns of a table', () => {
    const table = 'code\tname\tstatus\nDAY-1\tDay, in Berlin\t2\nDAY-2\tNight\t1\n';
    assert.deepEqual(matched(table, ['DAY-1']), {
      found: ['DAY-1'],
      notFound: ['code', 'name', 'status', 'DAY-2', 'Night', '1'],
    });
    assert.deepEqual(matched('DAY-1\tDAY-2\nDAY-3\tDAY-4\n', ['DAY-1', 'DAY-4']).notFound, [
      'DAY-2',
      'DAY-3',
    ]);
  });

  it('takes no word of a sentence for a code', () => {
    assert.deepEqual(matched('Set it to 1 in a row, OK?\nBye', ['1', 'a', 'in', 'row']).found, []);
  });

  it('loses no code to what people put around it', () => {
    const code = fc
      .stringMatching(/^[A-Za-z0-9#(*"'.é夜=+-][A-Za-z0-9 ,;:()/."'*_é夜–-]{0,8}$/)
      .filter((text) => text.trim() === text && /[\p{L}\p{Nd}]/u.test(text));
    const decorations: readonly ((text: string, index: number) => string)[] = [
      (text) => text,
      (text) => `- ${text}`,
      (text) => `• ${text}`,
      (text, index) => `${index + 1}. ${text}`,
      (text, index) => `(${index + 1}) ${text}`,
      (text) => `> > ${text},`,
      (text) => `'${text}',`,
      (text) => `["${text}"]`,
      (text) => `„${text}“`,
      (text) => `\u200B ${text}\u200B.`,
      (text) => `**${text}** ;`,
      (text) => ` \u00A0「${text}」。`,
    ];
    // Of two codes that only decoration distinguishes, nobody can tell which is meant.
    const codesApart = fc.uniqueArray(code, {
      selector: (text) => readingsOf(text).at(-1)?.toLowerCase(),
      minLength: 1,
      maxLength: 8,
    });
    const list = codesApart.chain((names) =>
      fc.tuple(
        fc.constant(names),
        fc.array(fc.nat(decorations.length - 1), {
          minLength: names.length,
          maxLength: names.length,
        }),
      ),
    );
    fc.assert(
      fc.property(list, ([names, picks]) => {
        const lines = names.map((name, index) => decorations[picks[index] ?? 0]?.(name, index));
        const { found } = matched(lines.join('\n'), names);
        for (const name of names) {
          assert.ok(found.includes(name), `${name} is lost`);
        }
      }),
      { numRuns: 1000, seed: 20_261_126 },
    );
  });

  it('loses no code to brackets where an input box has made one line of three', () => {
    const three = ['PROBATION-00126', 'COUNCIL-00127', 'FIXED-TERM-00128'];
    const text = '(PROBATION-00126) council-00127 ‘FIXED-TERM-00128’';
    assert.deepEqual(matched(text, three), { found: three, notFound: [] });
    assert.deepEqual(matched(text, three.slice(0, 1)).notFound, [
      'council-00127',
      '‘FIXED-TERM-00128’',
    ]);
    assert.deepEqual(
      Array.from(readList(text)).flatMap((line) => entriesOf(line)),
      ['(PROBATION-00126)', 'council-00127', '‘FIXED-TERM-00128’'],
    );
  });

  it('loses no code where an input box has made one line of many', () => {
    const code = fc.stringMatching(/^[A-Z]{2,6}([-_.][A-Z]{2,4})?[-_.]?[0-9]{1,4}$/);
    const marks = ['', '- ', '• ', '* ', '> ', '>> - ', '- [ ] ', '(1) ', '12. ', '3) ', '→ '];
    const quotes = [
      ['', ''],
      ...['()', '[]', '{}', '<>', '（）', '【】', '〔〕', '＜＞', '「」', '『』', '《》'].map(
        (pair) => Array.from(pair),
      ),
      ...['“”', '„“', '‘’', '‚‘', '«»', '»«', '‹›', '””', '""', "''", '``', '**'].map((pair) =>
        Array.from(pair),
      ),
      ['« ', ' »'],
    ] as const;
    const ends = [
      '',
      '',
      ',',
      ';',
      '.',
      ' – Night shift',
      '\tNight shift',
      ': Night',
      ' (Night shift)',
      ' = Night',
    ];
    const names = ['', '', 'Night shift '];
    const line = fc.record({
      name: fc.tuple(code, fc.constantFrom('upper', 'lower', 'title')),
      mark: fc.constantFrom(...marks),
      quote: fc.constantFrom(...quotes),
      end: fc.constantFrom(...ends),
      before: fc.constantFrom(...names),
      isKnown: fc.boolean(),
    });
    const lines = fc.uniqueArray(line, {
      selector: ({ name: [text] }) => text,
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, fc.constantFrom(' ', '\n'), (list, separator) => {
        const known = list.filter(({ isKnown }) => isKnown).map(({ name: [text] }) => text);
        const text = list
          .map(({ before, end, mark, name: [name, letters], quote: [open, close] }) => {
            const lower = name.toLowerCase();
            const written =
              letters === 'upper'
                ? name
                : letters === 'lower'
                  ? lower
                  : `${name.charAt(0)}${lower.slice(1)}`;
            return `${mark}${open === '' ? '' : before}${open}${written}${close}${end}`;
          })
          .join(separator);
        const { found, notFound } = matched(text, known);
        assert.deepEqual(new Set(found), new Set(known), text);
        for (const {
          name: [name],
        } of list) {
          const isListed = notFound.some((entry) => entry.toUpperCase().includes(name));
          assert.ok(isListed || known.includes(name), `${name} is lost in ${text}`);
        }
      }),
      { numRuns: 1000, seed: 20_261_127 },
    );
  });

  it('loses no code to what separates them', () => {
    const code = fc.stringMatching(/^[A-Z]{2,6}[-_.]?[0-9]{1,4}$/);
    const separator = fc.constantFrom(
      ', ',
      ',',
      '; ',
      ' | ',
      '\t',
      '、',
      '，',
      '；',
      '・',
      ' and ',
      ' und ',
      ' • ',
      '\n',
      '\r\n',
      ',\n',
      '","',
      "', '",
      ' &\n',
      '和',
      '、\u200B',
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(code, { minLength: 1, maxLength: 12, selector: (text) => text }),
        fc.array(separator, { minLength: 12, maxLength: 12 }),
        fc.boolean(),
        (names, between, isLower) => {
          const written = names.map((name) => (isLower ? name.toLowerCase() : name));
          const text = written.map((name, index) =>
            index === 0 ? name : `${between[index]}${name}`,
          );
          assert.deepEqual(matched(text.join(''), names).found, names);
        },
      ),
      { numRuns: 1000, seed: 20_261_126 },
    );
  });
});
