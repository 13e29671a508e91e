/**
 * Returns the width at which a column shows all its content in the page. Measured in an uncut layout, as cut
 * texts do not reveal their width.
 */
export function contentWidth(scroller: HTMLElement, column: number): number {
  const cells = Array.from(scroller.querySelectorAll<HTMLElement>(`[data-column="${column}"]`));
  scroller.classList.add('fitting');
  const width = Math.max(0, ...cells.map((cell) => cell.getBoundingClientRect().width));
  scroller.classList.remove('fitting');
  return Math.ceil(width);
}
