/** Rows of a long list that are rendered: those in view and some around them. Renders again only when these change. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RowGeometry } from './row-geometry.ts';

interface Window {
  readonly first: number;
  readonly last: number;
}

/** Rows rendered beyond those in view, on each side. */
const beyond = 12;
/** The window moves by this many rows at a time. */
const step = 6;

const aligned = (first: number, last: number): Window => ({
  first: Math.max(0, Math.floor((first - beyond) / step) * step),
  last: Math.ceil((last + beyond) / step) * step,
});

interface RowWindow extends Window {
  /** Scrolls the row into view by the shortest way. */
  readonly reveal: (index: number) => void;
}

interface WindowedRows {
  readonly count: number;
  /** Index of the active row; -1 without one. It stays in view when the list gets lower or its rows higher, such as in a smaller window. */
  readonly active: number;
  /** Index of the row that is brought into view when it changes, with two rows above it; -1 for none. */
  readonly shownIndex: number;
  /** The height of the rows is known, which needs the width of the list. */
  readonly isMeasured: boolean;
  readonly headHeight: number;
  /** Id of the first row. When rows come in before it, those in view stay where they are. */
  readonly firstId: string | null;
  /** Returns the index of a row, or -1. */
  readonly indexOf: (id: string) => number;
  /** Names the search of the rows; null while they belong to the former one. Another search begins at its first row. */
  readonly search: string | null;
  /** Rows before the first are read when it comes into view. */
  readonly opensUpwards: boolean;
}

export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  geometry: RowGeometry,
  { count, active, shownIndex, isMeasured, headHeight, firstId, indexOf, search, opensUpwards }: WindowedRows,
): RowWindow {
  const [shown, setShown] = useState<Window>(() => aligned(0, 30));

  const look = useEffectEvent((): void => {
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const next = aligned(geometry.indexAt(scrollTop), geometry.indexAt(scrollTop + clientHeight));
    setShown((now) => (now.first === next.first && now.last === next.last ? now : next));
  });

  const former = useRef<{ readonly first: string | null; readonly search: string } | null>(null);
  /** Keeps what is in view where it is when the rows change. */
  const settle = useEffectEvent((first: string | null, of: string | null): void => {
    const before = former.current;
    const now = { first, search: of ?? before?.search ?? '' };
    former.current = now;
    if (box.current === null || before === null) return;
    const { scrollTop } = box.current;
    if (before.search !== now.search) box.current.scrollTo({ top: 0 });
    else if (before.first !== null && before.first !== first && (opensUpwards || scrollTop > 0)) {
      const added = indexOf(before.first);
      if (added > 0) box.current.scrollTo({ top: scrollTop + geometry.topOf(added) - geometry.topOf(0) });
    }
  });
  useLayoutEffect(() => settle(firstId, search), [firstId, search]);

  const reveal = (index: number): void => {
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const { rowHeight, topOf } = geometry;
    // The heading above the row comes into view with it.
    const top = index === 0 ? 0 : topOf(index - 1) + rowHeight;
    const bottom = topOf(index) + rowHeight + headHeight - clientHeight;
    if (top < scrollTop) box.current.scrollTo({ top });
    else if (bottom > scrollTop) box.current.scrollTo({ top: bottom });
  };

  const bring = useEffectEvent((index: number): void => {
    box.current?.scrollTo({ top: geometry.topOf(Math.max(0, index - 2)) });
  });
  useEffect(() => {
    if (shownIndex >= 0 && isMeasured) bring(shownIndex);
  }, [shownIndex, isMeasured]);

  const laidOut = useRef({ height: 0, headHeight, geometry });
  const keepActive = useEffectEvent((): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const { current: before } = laidOut;
    const bottom = before.geometry.topOf(active) + before.geometry.rowHeight + before.headHeight;
    const wasInView = bottom > scrollTop && bottom <= scrollTop + before.height;
    const isLess = clientHeight < before.height || geometry.rowHeight > before.geometry.rowHeight;
    if (active >= 0 && isLess && wasInView) reveal(active);
    laidOut.current = { height: clientHeight, headHeight, geometry };
  });

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(() => {
      keepActive();
      look();
    });
    observer.observe(element);
    // Its height is that of all rows, so it changes with them.
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [box]);

  return { first: Math.min(shown.first, Math.max(0, count - 1)), last: Math.min(shown.last, count - 1), reveal };
}
