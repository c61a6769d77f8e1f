/** Where the focus goes when what had it is gone. On the page itself no key would go on from the screen. */

/**
 * True when nothing that is seen has the focus. The element of a screen that has just been hidden keeps it until the page is
 * drawn again.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || !activeElement.checkVisibility();
}

/** True while nothing that is worked in has the focus, so that a list or a form that has just opened may take it. */
export const isFocusFree = (): boolean =>
  isFocusLost() || document.activeElement?.closest('nav') != null || document.activeElement?.matches('main') === true;

/** Focuses the whole screen that is shown, when nothing else has the focus. */
export function focusScreen(): void {
  if (!isFocusLost()) return;
  const screen = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
  screen?.focus({ preventScroll: true });
}
