/** Keys of a list: they move, mark and open. */
import type { KeyboardEvent } from 'react';

interface KeyedList {
  /** Index of the active row; -1 without one. */
  readonly at: number;
  readonly count: number;
  /** Rows that a page key moves by. */
  readonly screenful: number;
  readonly onMove: (index: number) => void;
  /** Marks from where the range began to the row, and moves there. */
  readonly onExtend: ((index: number) => void) | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly onMark: (() => void) | undefined;
  readonly onMarkAll: (() => void) | undefined;
}

export function actOnListKey(
  event: KeyboardEvent,
  { at, count, screenful, onMove, onExtend, onOpen, onMark, onMarkAll }: KeyedList,
): void {
  const withMod = event.ctrlKey || event.metaKey;
  if (withMod && !event.altKey && event.key.toLowerCase() === 'a' && onMarkAll !== undefined) {
    event.preventDefault();
    onMarkAll();
    return;
  }
  if (withMod || event.altKey) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + screenful,
    PageUp: at - screenful,
    Home: 0,
    End: count - 1,
  };
  const step = steps[event.key];
  if (step !== undefined) (event.shiftKey && onExtend !== undefined ? onExtend : onMove)(step);
  else if (event.key === 'Enter') onOpen?.();
  else if (event.key === ' ') onMark?.();
  else return;
  event.preventDefault();
}
