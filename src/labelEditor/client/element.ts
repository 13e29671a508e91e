/** Makes an element with properties and children; text always goes in as text. */
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

/** Text of the label itself, which may run in either direction without disturbing what is around it. */
export function isolatedText(text: string): HTMLElement {
  return element('bdi', {}, text);
}
