/** Focuses a view from its top, because the form that it replaces may have been scrolled in a small window. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useTopFocus(): RefObject<HTMLElement | null> {
  const view = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    view.current?.focus({ preventScroll: true });
    view.current?.scrollIntoView({ block: 'start' });
  }, []);
  return view;
}
