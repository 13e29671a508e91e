/**
 * Runs `action` once the page has focus, unless a click has focused it, as a click has its own target.
 * Focusing an element earlier would take the focus from another part of VS Code.
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
    // Deferred, as `keepLastFocus` also restores the focus later.
    setTimeout(() => {
      if (!signal.aborted) {
        clicked.abort();
        action();
      }
    });
  };
  window.addEventListener('focus', run, { once: true, signal });
}
