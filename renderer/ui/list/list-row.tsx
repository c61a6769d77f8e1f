/** One row of a list and its cells. Renders again only when what it shows has changed. */
import { IconArrowDown, IconArrowUp, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import classes from './record-list.module.css';

interface ListRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly index: number;
  /** Top in px. */
  readonly top: number;
  readonly columns: readonly Column<Row>[];
  readonly under: readonly Column<Row>[];
  readonly tracks: string;
  readonly isActive: boolean;
  /** null where rows can't be marked. */
  readonly mark: { readonly isMarked: boolean; readonly isMarkable: boolean } | null;
}

function PlainRow<Row>({ row, id, index, top, columns, under, tracks, isActive, mark }: ListRowProps<Row>) {
  return (
    <div
      id={id}
      data-row={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={mark === null ? isActive : mark.isMarked}
      className={classes.row}
      data-lines={under.length > 0 ? 2 : 1}
      data-active={isActive}
      data-marked={mark?.isMarked ?? false}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${top}px)` }}
    >
      {mark !== null && (
        <span role="gridcell" className={classes.mark} data-markable={mark.isMarkable} data-mark>
          {mark.isMarkable &&
            (mark.isMarked ? <IconSquareCheckFilled size={18} aria-hidden /> : <IconSquare size={18} aria-hidden />)}
        </span>
      )}
      <Cells columns={columns} under={under} role="gridcell" of={({ cell }) => cell(row)} />
    </div>
  );
}

const sameMark = (one: ListRowProps<unknown>['mark'], other: ListRowProps<unknown>['mark']): boolean =>
  one?.isMarked === other?.isMarked && one?.isMarkable === other?.isMarkable;

export const ListRow = memo(PlainRow, ({ mark, ...before }, { mark: nextMark, ...after }) => {
  const names = Object.keys(after) as readonly (keyof typeof after)[];
  return sameMark(mark, nextMark) && names.every((name) => Object.is(before[name], after[name]));
}) as typeof PlainRow;

/** Cells of a row or of the head, those of the second line last. */
export function Cells<Row>({
  columns,
  under,
  role,
  of,
}: {
  readonly columns: readonly Column<Row>[];
  readonly under: readonly Column<Row>[];
  readonly role: 'columnheader' | 'gridcell';
  readonly of: (column: Column<Row>) => ReactNode;
}) {
  const cell = (column: Column<Row>) => (
    <span
      key={column.key}
      role={role}
      className={classes.cell}
      data-end={column.end === true}
      data-wraps={column.wraps === true && role === 'gridcell'}
      aria-sort={role === 'columnheader' ? (column.sort?.direction ?? undefined) : undefined}
    >
      {of(column)}
    </span>
  );
  return (
    <>
      {columns.map(cell)}
      {under.length > 0 && (
        <div role="presentation" className={classes.under}>
          {under.map(cell)}
        </div>
      )}
    </>
  );
}

/** Returns the header of a column; a button where the list can be sorted by it. */
export function headerOf<Row>({ header, sort }: Column<Row>): ReactNode {
  if (sort === undefined) return header;
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} data-sorted={sort.direction !== null} onClick={sort.onSort}>
      {header}
      <Arrow size={14} aria-hidden />
    </button>
  );
}
