/**
 * Restores the focus to the element that had it last: VS Code removes it from a page that it hides, and later
 * focuses only the page. A click outside all elements removes it for good.
 */
export function keepLastFocus(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', () => {
    last = document.activeElement;
  });
  document.addEventListener('pointerdown', () => {
    last = null;
  });
  window.addEventListener('focus', () => {
    // Deferred, so that a click on another element takes effect first.
    setTimeout(() => {
      if (document.activeElement === document.body && last instanceof HTMLElement) {
        last.focus();
      }
    });
  });
}
