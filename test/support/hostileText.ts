import { surfaces, type Surface } from '../../src/core/text/surfaces.ts';

/** VS Code's own expression for a link in a text (`base/common/linkedText.ts`). */
export const linkOfVsCode =
  /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

/** VS Code's own expression for an icon in a text (`base/common/iconLabels.ts`); one behind a backslash is none. */
export const iconOfVsCode = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

/** Addresses of the web and of mail that VS Code makes links of in Markdown. */
export const addressOfMarkdown =
  /(?:(?:ftp|https?):\/\/|www\.)[a-z0-9-]|[\w.+-]+@[a-z0-9][\w-]*\.[\w-]/i;

/**
 * Invisible characters, except those that shape the characters around them and isolates of right-to-left
 * text.
 */
export const invisibleCharacter =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2067\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0001}-\u{E007F}\u2028\u2029\p{Cs}\p{Co}]|\u034F|\u17B4|\u17B5|[^\P{Cc}\n]/u;

/** Pieces of markup, of links and icons above all, and of what hides or turns text. */
const pieces = [
  '[',
  ']',
  '(',
  ')',
  '](',
  '[VIP](command:workbench.action.terminal.sendSequence?{"text":"{touch,pwn}\\n"})',
  '[a](https://evil.example)',
  '[a](file:///etc/passwd "b")',
  '[Nothing was sent. Click here to close',
  'command:x',
  'COMMAND:workbench.action.quit',
  '(command:x)',
  'https://evil.example',
  'HTTP://evil.example/login',
  'www.evil.example',
  'Mail@evil.example',
  '$(',
  '$(trash)',
  '\\$(sync~spin)',
  '$',
  '\\',
  '&&',
  '&',
  '**b**',
  '`',
  '<img src=x>',
  '![a](https://evil.example/a.png)',
  '{0}',
  '{1}',
  '({0})',
  '[a]({0})',
  '\u202E',
  '\u202A',
  '\u2066',
  '\u2068',
  '\u2069',
  '\u200E',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\uFE0F',
  '\u{E0041}',
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u0000',
  '\uD800',
  '\uDC00',
  ' ',
  '  ',
  '"',
  "'",
  ':',
  'a',
  'Überstunden',
  'مدير',
  'שלום',
  '東京',
  '👩‍👩‍👧',
  'क्‍ष',
] as const;

/** A text such as someone may send who wants VS Code to make something of it. */
export function hostileText(random: () => number): string {
  const length = random() < 0.02 ? 400 : 1 + Math.floor(random() * 12);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
}

/** All surfaces. */
export function allSurfaces(): readonly Surface[] {
  return Object.keys(surfaces).filter(isSurface);
}

function isSurface(name: string): name is Surface {
  return name in surfaces;
}
