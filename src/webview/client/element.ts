import type { MadeText } from '../../core/text/madeText.ts';

/** Creates an element with properties and children; strings are always inserted as text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** Creates an element with label text, isolated so that its direction does not affect the surroundings. */
export function isolatedText(text: MadeText<'form'>): HTMLElement {
  return element('bdi', {}, text);
}

/** Shows `text` in `where`; screen readers announce it only if it is new. */
export function showPlainText(where: HTMLElement, text: string): void {
  if (where.textContent !== text) {
    where.textContent = text;
  }
}

/** Shows `text` in `where`, isolated; screen readers announce it only if it is new. */
export function showText(where: HTMLElement, text: string): void {
  if (where.textContent !== text) {
    where.replaceChildren(element('bdi', {}, text));
  }
}
