/** A long list of records for the keyboard: one tab stop, rows rendered as they scroll into view. */
import { useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { IconSquare, IconSquareCheckFilled, IconSquareMinusFilled } from '@tabler/icons-react';
import classes from './record-list.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** A grid track: `120px`, `minmax(0, 2fr)`. */
  readonly width: string;
  readonly end?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Rows that can be marked, besides the active one. */
interface Marking<Row> {
  readonly header: string;
  readonly marked: ReadonlySet<string>;
  readonly markable: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Says why a row that is not markable stays unmarked. */
  readonly refuse: (row: Row) => void;
  readonly toggleAll: () => void;
}

export interface RecordListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** The active row: keys act on it and the summary column shows it. */
  readonly activeId: string | null;
  readonly onActive: (row: Row) => void;
  readonly onOpen?: (row: Row) => void;
  readonly marking?: Marking<Row>;
  readonly more: boolean;
  readonly onEnd: () => void;
  /** The rows belong to an earlier search and are about to be replaced. */
  readonly stale?: boolean;
  readonly listRef?: Ref<HTMLDivElement>;
}

const rowHeight = 36;
/** Height of the sticky head with its hairline, in px. */
const headHeight = 33;

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, rows, idOf, columns, activeId, onActive, onOpen, marking, more, onEnd, stale = false } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : idOf(row);
    },
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const box = useMergedRef(scroller, props.listRef);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const readMore = useEffectEvent(onEnd);
  useEffect(() => {
    if (more && last >= rows.length - 20) readMore();
  }, [more, last, rows.length]);

  // Take the focus when a shortcut opened the screen, but never away from a text field.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav') != null) {
      scroller.current?.focus({ preventScroll: true });
    }
  }, []);

  const activeIndex = rows.findIndex((row) => idOf(row) === activeId);
  const moveTo = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[bounded];
    if (row === undefined) return;
    virtual.scrollToIndex(bounded);
    onActive(row);
  };
  const active = rows[activeIndex];
  const screenful = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 360) / rowHeight) - 2);

  const onKeyDown = (event: KeyboardEvent): void => {
    const withoutModifiers = !event.ctrlKey && !event.metaKey && !event.altKey;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: activeIndex + 1,
      j: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      k: activeIndex - 1,
      PageDown: activeIndex + screenful,
      PageUp: activeIndex - screenful,
      Home: 0,
      End: rows.length - 1,
    };
    const step = steps[event.key];
    if (withoutModifiers && step !== undefined) moveTo(step);
    else if (withoutModifiers && event.key === 'Enter' && active !== undefined) onOpen?.(active);
    else if (withoutModifiers && event.key === ' ' && active !== undefined && marking) mark(active, marking);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && marking) marking.toggleAll();
    else if (event.key !== ' ') return;
    event.preventDefault();
  };

  const tracks = [...(marking ? ['32px'] : []), ...columns.map((column) => column.width)].join(' ');
  const shownIds = new Set(items.map((item) => String(item.key)));
  return (
    <div
      className={classes.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={more ? -1 : rows.length + 1}
      aria-multiselectable={marking !== undefined}
      aria-busy={stale}
      aria-activedescendant={activeId !== null && shownIds.has(activeId) ? `${prefix}-${activeId}` : undefined}
      tabIndex={0}
      ref={box}
      data-stale={stale}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const place = placeOf(event.target, rows);
        if (place === 'all') marking?.toggleAll();
        else if (place === null) return;
        else if (!place.onMark) onActive(place.row);
        else if (marking) mark(place.row, marking);
      }}
      onDoubleClick={(event) => {
        const place = placeOf(event.target, rows);
        if (place !== null && place !== 'all' && !place.onMark) onOpen?.(place.row);
      }}
      onFocus={() => {
        if (active === undefined) moveTo(0);
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: tracks }}>
          {marking && <MarkAll marking={marking} rows={rows} idOf={idOf} />}
          {columns.map((column) => (
            <span key={column.key} role="columnheader" className={classes.cell} data-end={column.end === true}>
              {column.header}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const id = idOf(row);
          const marked = marking?.marked.has(id) ?? false;
          return (
            <div
              key={item.key}
              id={`${prefix}-${id}`}
              data-row={item.index}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={marking ? marked : id === activeId}
              className={classes.row}
              data-active={id === activeId}
              data-marked={marked}
              style={{ gridTemplateColumns: tracks, transform: `translateY(${item.start - headHeight}px)` }}
            >
              {marking && <Mark row={row} marking={marking} marked={marked} />}
              {columns.map((column) => (
                <span key={column.key} role="gridcell" className={classes.cell} data-end={column.end === true}>
                  {column.cell(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function mark<Row>(row: Row, { markable, toggle, refuse }: Marking<Row>): void {
  if (markable(row)) toggle(row);
  else refuse(row);
}

/** Finds the target of a click: a row, its mark, or the mark of all. Rows unmount while scrolling, so the list handles clicks. */
function placeOf<Row>(
  target: EventTarget,
  rows: readonly Row[],
): { readonly row: Row; readonly onMark: boolean } | 'all' | null {
  if (!(target instanceof Element)) return null;
  if (target.closest('[data-mark-all]') !== null) return 'all';
  const index = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const row = index === undefined ? undefined : rows[Number(index)];
  return row === undefined ? null : { row, onMark: target.closest('[data-mark]') !== null };
}

function Mark<Row>({
  row,
  marking,
  marked,
}: {
  readonly row: Row;
  readonly marking: Marking<Row>;
  readonly marked: boolean;
}) {
  const markable = marking.markable(row);
  return (
    <span role="gridcell" className={classes.mark} data-markable={markable} data-mark>
      {markable && (marked ? <IconSquareCheckFilled size={18} aria-hidden /> : <IconSquare size={18} aria-hidden />)}
    </span>
  );
}

function MarkAll<Row>({
  marking,
  rows,
  idOf,
}: {
  readonly marking: Marking<Row>;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}) {
  const markable = rows.filter(marking.markable);
  const count = markable.filter((row) => marking.marked.has(idOf(row))).length;
  const Icon = count === 0 ? IconSquare : count === markable.length ? IconSquareCheckFilled : IconSquareMinusFilled;
  return (
    <span
      role="columnheader"
      aria-label={marking.header}
      className={classes.mark}
      data-markable={markable.length > 0}
      data-mark-all
    >
      <Icon size={18} aria-hidden />
    </span>
  );
}
