/** What the filters of a search ask for, as terms of the search index: each value of these columns is a term of its attempt. */
import type { HistoryFilter } from '#shared/ledger/history.ts';
import type { ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';

export type ColumnFilter = Pick<HistoryFilter, 'operation' | 'state' | 'environment' | 'merchantId' | 'operatorName'>;

/** Any text becomes letters and digits, so that it is one term whatever is in it. */
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

export function filterTerms({
  operation,
  state,
  environment,
  merchantId,
  operatorName,
}: ColumnFilter): readonly string[] {
  return [
    ...(operation === null ? [] : [`$o${operation}`]),
    ...(state === null ? [] : [`$s${hex(state)}`]),
    ...(environment === null ? [] : [`$e${environment}`]),
    ...(merchantId === null ? [] : [`$p${hex(merchantId)}`]),
    ...(operatorName === null ? [] : [`$n${hex(operatorName)}`]),
  ];
}

/** The terms by which the filters find this attempt. */
export const columnTerms = (row: ListedRow): readonly string[] =>
  filterTerms({
    operation: row.operation,
    state: row.standing,
    environment: row.environment,
    merchantId: row.profile_id,
    operatorName: row.operator_name,
  });

/** The filters of a search for holds: what was held is an authorization that was approved. */
export const heldTerms = filterTerms({
  operation: 'authorize',
  state: 'approved',
  environment: null,
  merchantId: null,
  operatorName: null,
});
