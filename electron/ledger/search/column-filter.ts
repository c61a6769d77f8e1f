/** Filters of a search as conditions on the columns of the attempts. */
import type { SelectQueryBuilder } from 'kysely';
import { shownStateColumn } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Tables } from '#electron/ledger/tables.ts';
import type { ColumnFilter } from './filter-terms.ts';

type Query<Row> = SelectQueryBuilder<Tables, 'attempts', Row>;

export function filteredByColumns<Row>(
  all: Query<Row>,
  { operation, state, environment, merchantId, operatorName }: ColumnFilter,
): Query<Row> {
  let query = all;
  if (operation !== null) query = query.where('operation', '=', operation);
  if (state !== null) query = query.where(shownStateColumn, '=', state);
  if (environment !== null) query = query.where('environment', '=', environment);
  if (merchantId !== null) query = query.where('profile_id', '=', merchantId);
  if (operatorName !== null) query = query.where('operator_name', '=', operatorName);
  return query;
}
