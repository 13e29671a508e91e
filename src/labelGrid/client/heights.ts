/** Heights of rows, in CSS pixels. */
interface Heights {
  readonly row: number;
  readonly header: number;
}

/** Default font size of VS Code, and the heights for it, in CSS pixels. */
const usual = { font: 13, row: 24, header: 30 } as const;

/** Sets the heights of rows for the font size of the page. Returns them. */
export function applyHeights(root: HTMLElement): Heights {
  const font = Number.parseFloat(getComputedStyle(document.body).fontSize);
  const scale = Math.max(font / usual.font, 1);
  const heights = { row: Math.round(usual.row * scale), header: Math.round(usual.header * scale) };
  root.style.setProperty('--row-height', `${heights.row}px`);
  root.style.setProperty('--header-height', `${heights.header}px`);
  return heights;
}
