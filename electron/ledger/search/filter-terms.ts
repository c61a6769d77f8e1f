/** Filters of a search as terms of the index: each value of these columns is a term of its attempt. */
import { operationsThat } from '#shared/payments/operations.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { shownState, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';

export type ColumnFilter = Pick<HistoryFilter, 'operation' | 'state' | 'environment' | 'merchantId' | 'operatorName'>;

/** Encodes any text as letters and digits, so that it is one term. */
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

const nothing: ColumnFilter = { operation: null, state: null, environment: null, merchantId: null, operatorName: null };

/** Terms by which the filters find this attempt. */
export const columnTerms = (row: ListedRow): readonly string[] =>
  filterTerms({
    operation: row.operation,
    state: shownState(row),
    environment: row.environment,
    merchantId: row.profile_id,
    operatorName: row.operator_name,
  });

/** Terms of a search for holds: at least one of each list. An approval opens a hold. */
export const heldTerms: readonly (readonly string[])[] = [
  operationsThat(({ opens }) => opens === 'hold').flatMap((operation) => filterTerms({ ...nothing, operation })),
  filterTerms({ ...nothing, state: 'approved' }),
];
