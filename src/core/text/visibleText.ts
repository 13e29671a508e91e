import { isRightToLeft } from './isolated.ts';

/**
 * Invisible characters: default-ignorable ones, bidi and other controls, private use, lone surrogates, and some
 * without ink that Unicode counts as letters, marks or symbols.
 */
const invisibleClass = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}\u070F\u2028\u2029\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}\u{16FE4}\u{1D159}]`;

/** Letters whose shape ZWJ and ZWNJ change. */
const joinedLetter = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]`;

/**
 * Variation selectors of an ideograph: fonts often have only one variant, so text could be hidden in the
 * selectors.
 */
const ideographVariantClass = String.raw`[\u{E0100}-\u{E01EF}]`;
const ideographVariant = new RegExp(ideographVariantClass, 'gu');

/** Invisible characters with a visible effect: they shape an adjacent emoji, letter or ideograph. */
const shaping = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=${joinedLetter})[\u200C\u200D](?=${joinedLetter})`,
  String.raw`(?<=\p{Script=Han})${ideographVariantClass}`,
].join('|');

/** Characters next to which an ideographic space is certainly one. */
const ideographic = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`;
/** Characters that look like a space or like nothing. */
const unclearClass = String.raw`(?<!${ideographic})\u3000(?!${ideographic})|[^\S \u3000]|\u0085|${ideographVariantClass}`;
const unclearInQuotes = new RegExp(unclearClass, 'gu');

/**
 * Unclear characters, spaces at either end or after another blank, and backslashes that would look like an
 * escape.
 */
const unclear = new RegExp(
  String.raw`^[ \u3000]|[ \u3000]$|(?<=\s)[ \u3000]|\\(?=u\{)|${unclearClass}`,
  'gu',
);
const unclearOrForeign = new RegExp(String.raw`${unclear.source}|[^ -~]`, 'gu');

const emoji = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?`;
const joinedEmoji = String.raw`${emoji}(?:\u200D${emoji})+`;
/** Flags of regions, such as that of Scotland; tags name the region. */
const taggedEmoji = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`;
const knownSequence = /^[\p{RGI_Emoji_ZWJ_Sequence}\p{RGI_Emoji_Tag_Sequence}]$/v;

/** Emoji shown as text without U+FE0F, which many programs omit within a sequence. */
const unqualifiedEmoji =
  /(?!\p{Emoji_Presentation})\p{Extended_Pictographic}(?![\uFE0F\p{Emoji_Modifier}])/gu;

/**
 * Marks on one letter in excess of those of any script: they cover the lines around it, and take long to
 * draw.
 */
const piledMark = String.raw`(?<=\p{M}{16})\p{M}`;

const invisible = new RegExp(`${invisibleClass}|${piledMark}`, 'u');
const isolateOrInvisible = new RegExp(
  String.raw`\u2068([^\u2068\u2069]*)\u2069|(${joinedEmoji}|${taggedEmoji})|(${shaping})|${invisibleClass}|${piledMark}`,
  'gu',
);

/**
 * Returns `text` with escapes, such as `\u{202e}`, for invisible characters, and for excessive marks on a
 * letter: these could make different texts look the same, or hide or reorder words. Characters that shape an
 * emoji or a letter stay, and so do the isolates of `displayText`.
 */
export function visibleText(text: string): string {
  return escapeInvisible(text, codePointEscape);
}

/**
 * Returns a value that is shown next to `others`, for example before and after a change, so that different
 * values look and sound different. Unnoticeable spaces, and characters that look like a space or like
 * nothing, become escapes; the surface escapes the other invisible characters. If another value looks the
 * same, all characters except ASCII become escapes: é may be composed or decomposed, and a word may have a
 * joiner that changes no shape.
 */
export function comparedText(value: string, others: readonly string[]): string {
  const look = lookOf(value);
  const isLookAlike = others.some((other) => other !== value && lookOf(other) === look);
  return value.replaceAll(isLookAlike ? unclearOrForeign : unclear, codePointEscape);
}

/** Returns the visible content of `text`. */
export function lookOf(text: string): string {
  return text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * Returns `text` with invisible characters and variants of ideographs escaped, as a language model does not see
 * the shapes of characters.
 */
export function textForModel(text: string): string {
  return visibleText(text).replaceAll(ideographVariant, codePointEscape);
}

/**
 * Returns `text` with a space in place of each run of line breaks and tabs; other control characters stay.
 */
export function withoutLineBreaks(text: string): string {
  return text.replaceAll(/[\t-\r\u0085\u2028\u2029]+/g, ' ');
}

/**
 * Returns JSON in which invisible and space-like characters are JSON escapes, so that its value is unchanged.
 */
export function visibleJson(json: string): string {
  const lines = json
    .split('\n')
    .map((line) =>
      escapeInvisible(line.replaceAll(unclearInQuotes, codeUnitEscapes), codeUnitEscapes),
    );
  return lines.join('\n');
}

/** Returns the escapes of the distinct invisible characters in `text`; line breaks and tabs count as visible. */
export function invisibleCharactersIn(text: string): readonly string[] {
  const found = new Set<string>();
  escapeInvisible(text.replaceAll(/[\t\n\r]/g, ' '), (character) => {
    found.add(codePointEscape(character));
    return '';
  });
  return Array.from(found);
}

function escapeInvisible(text: string, escape: (character: string) => string): string {
  if (!invisible.test(text)) {
    return text;
  }
  return text.replaceAll(
    isolateOrInvisible,
    (
      match: string,
      isolated: string | undefined,
      sequence: string | undefined,
      shape: string | undefined,
    ) => {
      if (sequence !== undefined) {
        return isKnownEmoji(sequence)
          ? sequence
          : sequence.replaceAll(/[\u200D\u{E0020}-\u{E007F}]/gu, escape);
      }
      if (shape !== undefined) {
        return shape;
      }
      if (isolated === undefined) {
        return escape(match);
      }
      const inner = escapeInvisible(isolated, escape);
      return isRightToLeft(inner)
        ? `\u2068${inner}\u2069`
        : `${escape('\u2068')}${inner}${escape('\u2069')}`;
    },
  );
}

/** Returns whether a sequence is a known emoji; an unknown one looks the same without its joiners or tags. */
function isKnownEmoji(sequence: string): boolean {
  return knownSequence.test(sequence.replaceAll(unqualifiedEmoji, '$&\uFE0F'));
}

/** Returns the escape of a character. */
export function codePointEscape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}

function codeUnitEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
