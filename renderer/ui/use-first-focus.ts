/** Puts the caret into a field when its form appears, where the form is what somebody asked for. */
import { useEffect, useRef, type RefObject } from 'react';

export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
