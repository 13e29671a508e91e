/**
 * Runs `action` once the page has focus, unless a click focused it, which has its own target. Focusing an
 * element earlier would take the focus from another part of VS Code.
 */
export function whenFocused(action: () => void): void {
  if (document.hasFocus()) {
    action();
    return;
  }
  const clicked = new AbortController();
  const { signal } = clicked;
  document.addEventListener('pointerdown', () => clicked.abort(), { capture: true, signal });
  const run = (): void => {
    // Later, as what gives the focus back to the element that had it last does that later, too.
    setTimeout(() => {
      if (!signal.aborted) {
        clicked.abort();
        action();
      }
    });
  };
  window.addEventListener('focus', run, { once: true, signal });
}
