/** Focuses the first field of a form as soon as the form appears. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return field;
}
