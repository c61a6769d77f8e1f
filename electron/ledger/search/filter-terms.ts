/** What the filters of a search ask for, as terms of the search index: each value of these columns is a term of its attempt. */
import { operationsThat } from '#shared/payments/operations.ts';
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

const nothing: ColumnFilter = { operation: null, state: null, environment: null, merchantId: null, operatorName: null };

/** The terms by which the filters find this attempt. */
export const columnTerms = (row: ListedRow): readonly string[] =>
  filterTerms({
    operation: row.operation,
    state: row.standing,
    environment: row.environment,
    merchantId: row.profile_id,
    operatorName: row.operator_name,
  });

/** What a search for holds asks for: of each list one term at least. A hold is opened by an approval. */
export const heldTerms: readonly (readonly string[])[] = [
  operationsThat(({ opens }) => opens === 'hold').flatMap((operation) => filterTerms({ ...nothing, operation })),
  filterTerms({ ...nothing, state: 'approved' }),
];
