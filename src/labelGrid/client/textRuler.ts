/** Measures texts in the font of the page. */
export class TextRuler {
  readonly #context = document.createElement('canvas').getContext('2d');

  constructor() {
    if (this.#context !== null) {
      this.#context.font = getComputedStyle(document.body).font;
    }
  }

  /** Returns the width of a text in CSS pixels. */
  widthOf(text: string): number {
    return this.#context?.measureText(text).width ?? Infinity;
  }
}
