/** Focuses a view from its top, because the form that it replaces may have been scrolled in a small window. */
import { useEffect, useRef, type RefObject } from 'react';

export function useTopFocus(): RefObject<HTMLElement | null> {
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    view.current?.focus({ preventScroll: true });
    view.current?.scrollIntoView({ block: 'start' });
  }, []);
  return view;
}
