/** Tells payments in doubt apart in SQL, as `accountOf` does for one. */
import { sql } from 'kysely';
import type { SumDoubt } from '#electron/core/ports/day-figures.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { shownStateColumn } from '#electron/ledger/rows/attempt-rows.ts';

const settling = sql.join(operationsThat(({ settles }) => settles !== null).map((operation) => sql.lit(operation)));

/** A text inside the JSON has its quotation marks escaped, so that the pattern finds the field alone. */
export const doubtColumn = sql<SumDoubt | null>`case
  when ${shownStateColumn} = 'approved' and (attempts.differences like '%"field":"amount"%'
    or attempts.state = 'approved' and attempts.answered_amount is distinct from attempts.amount) then 'amount'
  when ${shownStateColumn} = 'rejected' and attempts.family = 'json' and attempts.service_code = '622'
    and attempts.operation in (${settling}) then 'elsewhere' end`;

/** Requested amounts in minor units; 0 for no attempts. */
export const requestedSum = sql<number>`cast(coalesce(sum(attempts.amount), 0) as bigint)`;
