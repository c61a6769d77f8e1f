/** A long list of records for the keyboard: one tab stop, rows rendered as they scroll into view. */
import { useMergedRef } from '@mantine/hooks';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type Ref,
  type RefObject,
} from 'react';
import { isFocusFree } from '#renderer/ui/dialog-keys.ts';
import type { Column, Marking } from './column.ts';
import { Cells, headerOf, ListRow } from './list-row.tsx';
import { actOnListKey, MarkAll, MarkedCount, useMarkedRange } from './marks.tsx';
import { headingHeight, rowGeometry, useRowLayout } from './row-geometry.ts';
import { useRowWindow } from './row-window.ts';
import classes from './record-list.module.css';

/** Rows under one heading, such as those of a day. */
export interface RowGroup {
  /** Index of its first row. */
  readonly at: number;
  readonly heading: string;
}

export interface RecordListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** The active row: keys act on it and the summary column shows it. */
  readonly activeId: string | null;
  readonly onActive: (row: Row) => void;
  /** Index of the row that is brought into view when it changes, with two rows above it; -1 for none. */
  readonly shownIndex?: number;
  readonly onOpen?: (row: Row) => void;
  readonly marking?: Marking<Row>;
  /** In the order of the rows. */
  readonly groups?: readonly RowGroup[];
  /** Names the search that found the rows. The rows of another one are shown from the first. */
  readonly search?: string;
  readonly more: boolean;
  readonly onEnd: () => void;
  /** Reads the rows before the first. Undefined when there are none. */
  readonly onStart?: (() => void) | undefined;
  /** The rows belong to an earlier search and are about to be replaced. */
  readonly stale?: boolean;
  readonly listRef?: Ref<HTMLDivElement>;
}

const noGroups: readonly RowGroup[] = [];
/** Rows from the end at which the next page is read. */
const ahead = 40;

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, rows, activeId, marking, more, stale = false } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const box = useMergedRef(scroller, props.listRef);
  // Take the focus when a shortcut opened the screen, but never away from a text field.
  useEffect(() => {
    if (isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, []);
  const shown = useShownRows(scroller, props);
  const { columns, under, activeIndex } = shown;
  const acts = useListActs(scroller, props, shown);
  const tracks = [
    ...(marking ? ['32px'] : []),
    ...columns.map(({ width, end }) => (end === true && under.length > 0 ? 'max-content' : width)),
  ].join(' ');
  const isShown = activeIndex >= shown.first && activeIndex <= shown.last;
  return (
    <>
      <div
        className={classes.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={more ? -1 : rows.length + 1}
        aria-multiselectable={marking !== undefined}
        aria-busy={stale}
        aria-activedescendant={isShown ? `${prefix}-${activeId}` : undefined}
        tabIndex={0}
        ref={box}
        data-stale={stale}
        {...acts}
      >
        <div role="rowgroup" className={classes.head}>
          <div
            role="row"
            aria-rowindex={1}
            className={classes.row}
            data-lines={under.length > 0 ? 2 : 1}
            style={{ gridTemplateColumns: tracks }}
          >
            {marking && <MarkAll marking={marking} rows={rows} idOf={props.idOf} />}
            <Cells columns={columns} under={under} role="columnheader" of={headerOf} />
          </div>
        </div>
        <Rows list={props} shown={shown} prefix={prefix} tracks={tracks} />
      </div>
      {marking && <MarkedCount count={marking.marked.size} />}
    </>
  );
}

type ShownRows<Row> = ReturnType<typeof useShownRows<Row>>;

/** The rows that are rendered, their places and their columns. Reads on towards both ends of the list. */
function useShownRows<Row>(scroller: RefObject<HTMLDivElement | null>, props: RecordListProps<Row>) {
  const { rows, idOf, activeId, groups = noGroups, more, onEnd, onStart, stale = false, search = '' } = props;
  const { columns, under, rowHeight, headHeight, isMeasured } = useRowLayout(scroller, props.columns);
  const geometry = useMemo(
    () =>
      rowGeometry(
        rows.length,
        rowHeight,
        groups.map(({ at }) => at),
      ),
    [rows.length, rowHeight, groups],
  );
  const indexOfId = useCallback((id: string) => rows.findIndex((row) => idOf(row) === id), [rows, idOf]);

  // The place is searched for only when it has moved, because a scroll renders too.
  const [place, setPlace] = useState(0);
  const known = rows[place];
  const isKnown = known !== undefined && idOf(known) === activeId;
  const activeIndex = isKnown || activeId === null ? (isKnown ? place : -1) : indexOfId(activeId);
  if (activeIndex !== -1 && activeIndex !== place) setPlace(activeIndex);

  const [firstRow] = rows;
  const { first, last, reveal } = useRowWindow(scroller, geometry, {
    count: rows.length,
    active: activeIndex,
    shownIndex: props.shownIndex ?? -1,
    isMeasured,
    headHeight,
    firstId: firstRow === undefined ? null : idOf(firstRow),
    indexOf: indexOfId,
    search: stale ? null : search,
    opensUpwards: onStart !== undefined,
  });
  const readMore = useEffectEvent(onEnd);
  useEffect(() => {
    if (more && last >= rows.length - ahead) readMore();
  }, [more, last, rows.length]);
  const readBack = useEffectEvent((from: number, _count: number) => {
    if (from < ahead) onStart?.();
  });
  useEffect(() => readBack(first, rows.length), [first, rows.length]);
  return { columns, under, geometry, activeIndex, first, last, reveal, indexOf: (row: Row) => indexOfId(idOf(row)) };
}

/** Returns the handlers of the list: its keys and clicks move, mark and open. */
function useListActs<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, activeId, onActive, onOpen, marking }: RecordListProps<Row>,
  { activeIndex, geometry, indexOf, reveal }: ShownRows<Row>,
): HTMLAttributes<HTMLDivElement> {
  const active = rows[activeIndex];
  const range = useMarkedRange(rows, indexOf, marking);
  const moveTo = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[bounded];
    if (row === undefined) return;
    reveal(bounded);
    onActive(row);
  };
  const extendTo = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    range.extendTo(bounded, Math.max(0, activeIndex));
    moveTo(bounded);
  };
  return {
    onKeyDown: (event) => {
      // A header that sorts has keys of its own.
      if (event.target !== event.currentTarget) return;
      actOnListKey(event, {
        at: activeIndex,
        count: rows.length,
        screenful: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 360) / geometry.rowHeight) - 2),
        onMove: (index) => {
          range.startAt(undefined);
          moveTo(index);
        },
        onExtend: marking && extendTo,
        onOpen: active && (() => onOpen?.(active)),
        onMark: active && marking && (() => range.toggle(active)),
        onMarkAll: marking?.markRest ?? marking?.toggleAll,
      });
    },
    // Shift with a click would mark the text between.
    onMouseDown: (event) => {
      if (marking && event.shiftKey) event.preventDefault();
    },
    onClick: (event) => {
      const clicked = placeOf(event.target);
      if (clicked === 'all') marking?.toggleAll();
      const index = clicked === null || clicked === 'all' ? -1 : clicked.index;
      const row = rows[index];
      if (row === undefined || clicked === null || clicked === 'all') return;
      if (marking && event.shiftKey) {
        scroller.current?.focus({ preventScroll: true });
        extendTo(index);
      } else if (!clicked.onMark) {
        range.startAt(row);
        onActive(row);
      } else if (marking) range.toggle(row);
    },
    onDoubleClick: (event) => {
      const clicked = placeOf(event.target);
      if (clicked === null || clicked === 'all' || clicked.onMark || event.shiftKey) return;
      const row = rows[clicked.index];
      if (row !== undefined) onOpen?.(row);
    },
    onFocus: (event) => {
      // A shown row may be one that the list has not read.
      if (event.target === event.currentTarget && activeId === null) moveTo(0);
    },
  };
}

/** Finds the target of a click: a row, its mark, or the mark of all. Rows unmount while scrolling, so the list handles clicks. */
function placeOf(target: EventTarget): { readonly index: number; readonly onMark: boolean } | 'all' | null {
  if (!(target instanceof Element)) return null;
  if (target.closest('[data-mark-all]') !== null) return 'all';
  const index = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return index === undefined ? null : { index: Number(index), onMark: target.closest('[data-mark]') !== null };
}

function Rows<Row>({
  list: { rows, idOf, groups = noGroups, marking },
  shown: { columns, under, geometry, activeIndex, first, last },
  prefix,
  tracks,
}: {
  readonly list: RecordListProps<Row>;
  readonly shown: ShownRows<Row>;
  readonly prefix: string;
  readonly tracks: string;
}) {
  const shownGroups = groups.slice(geometry.groupFrom(first), geometry.groupFrom(last + 1));
  return (
    <div role="rowgroup" className={classes.rows} style={{ height: geometry.total }}>
      {shownGroups.map(({ at, heading }) => (
        <div
          key={at}
          aria-hidden
          className={classes.heading}
          style={{ transform: `translateY(${geometry.topOf(at) - headingHeight}px)` }}
        >
          {heading}
        </div>
      ))}
      {rows.slice(first, last + 1).map((row, offset) => {
        const id = idOf(row);
        const index = first + offset;
        return (
          <ListRow
            key={id}
            id={`${prefix}-${id}`}
            row={row}
            index={index}
            top={geometry.topOf(index)}
            columns={columns}
            under={under}
            tracks={tracks}
            isActive={index === activeIndex}
            mark={marking ? { isMarked: marking.marked.has(id), isMarkable: marking.markable(row) } : null}
          />
        );
      })}
    </div>
  );
}
