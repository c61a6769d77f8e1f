/** Where the focus goes when what had it is gone. On the page itself no key would go on from the screen. */

/** True while nothing that is worked in has the focus, so that a list or a form that has just opened may take it. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.matches('main') ||
    activeElement.closest('nav') !== null
  );
}

/** Focuses the whole screen that is shown, when nothing else has the focus. */
export function focusScreen(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const screen = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
  screen?.focus({ preventScroll: true });
}
