/** Counts a payment in SQL as `countedAmount` does: by its answered amount, or by the requested one when the answer has none or 0.0. */
import { sql } from 'kysely';

/** Minor units. The index `attempts_by_amount` has this expression, so that both engines use it. */
export const countedAmountColumn = sql<number>`coalesce(nullif(attempts.answered_amount, 0), attempts.amount)`;

/** Minor units; 0 for no attempts. */
export const countedSum = sql<number>`cast(coalesce(sum(${countedAmountColumn}), 0) as bigint)`;
