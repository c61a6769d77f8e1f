/** Filters of a search: as conditions on the columns of the attempts, and as terms of the index, where each value is one. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { SearchScope } from '#electron/ledger/engine/engine.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import {
  historyFilterNames,
  historyFilters,
  noChosenFilters,
  type ChosenFilters,
  type HistoryFilterName,
} from '#shared/ledger/history-filters.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { shownState, shownStateColumn } from '#electron/ledger/rows/attempt-rows.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

type Query<Row> = SelectQueryBuilder<Tables, 'attempts', Row>;

export const filteredByColumns = <Row>(all: Query<Row>, filter: ChosenFilters): Query<Row> =>
  historyFilterNames.reduce((query, name) => {
    const { column } = historyFilters[name];
    const value = filter[name];
    if (value === null) return query;
    return column === 'standing'
      ? query.where(sql<boolean>`${shownStateColumn} = ${value}`)
      : query.where(column, '=', value);
  }, all);

/** Bounds of a search as positions: `from` inclusive, `before` exclusive. */
export type Bounds = Pick<SearchScope, 'from' | 'before'>;

export const boundsOf = ({ from, until }: Pick<HistoryFilter, 'from' | 'until'>): Bounds => ({
  from: from === null ? null : positionAt(from),
  before: until === null ? null : positionAt(until),
});

export const isWithin = ({ position }: Pick<ListedRow, 'position'>, { from, before }: Bounds): boolean =>
  (from === null || position >= from) && (before === null || position < before);

export function bounded<Row>(all: Query<Row>, { from, before }: Bounds): Query<Row> {
  const later = from === null ? all : all.where('position', '>=', from);
  return before === null ? later : later.where('position', '<', before);
}

/** True for a search that finds everything within its bounds. */
export const findsAll = (filter: HistoryFilter): boolean =>
  filterTerms(filter).length === 0 && soughtWords(filter.text).length === 0;

const termOf = (name: HistoryFilterName, value: string): string => {
  const { term, anyText } = historyFilters[name];
  return term + (anyText ? Buffer.from(value, 'utf8').toString('hex') : value);
};

export const filterTerms = (filter: ChosenFilters): readonly string[] =>
  historyFilterNames.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [termOf(name, value)];
  });

/** Terms by which the filters find this attempt. */
export const columnTerms = (row: ListedRow): readonly string[] =>
  historyFilterNames.map((name) => {
    const { column } = historyFilters[name];
    return termOf(name, column === 'standing' ? shownState(row) : row[column]);
  });

/** Terms of a search for holds: at least one of each list. An approval opens a hold. */
export const heldTerms: readonly (readonly string[])[] = [
  operationsThat(({ opens }) => opens === 'hold').flatMap((operation) =>
    filterTerms({ ...noChosenFilters, operation }),
  ),
  filterTerms({ ...noChosenFilters, state: 'approved' }),
];
