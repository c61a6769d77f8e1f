/** Leads to what is wrong in a form. */
import { useLayoutEffect, type RefObject } from 'react';

/**
 * Focuses the first field that is marked as wrong: after each try, and when an answer refuses a field.
 * @param tries tries so far that nothing has followed, or all of them
 */
export function useIssueFocus(box: RefObject<HTMLElement | null>, tries: number, isAnswered = false): void {
  useLayoutEffect(() => {
    if (tries > 0 || isAnswered)
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ focusVisible: true });
  }, [box, tries, isAnswered]);
}
