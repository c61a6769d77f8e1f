/** Filters of a search: as conditions on the columns of the attempts, and as terms of the index, where each value is one. */
import { sql, type SelectQueryBuilder } from 'kysely';
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
