/** Counts and sums of a ledger, for comparing two ledgers. */
import { sql } from 'kysely';
import type { Database } from '#electron/ledger/engine/engine.ts';

/** Amounts in minor units. */
export interface LedgerFigures {
  readonly attempts: number;
  readonly amount: number;
  readonly answeredAmount: number;
  readonly approved: number;
  readonly holds: number;
  readonly holdAmount: number;
}

const count = sql<number>`cast(count(*) as bigint)`;
const sum = (expression: string) => sql<number>`cast(coalesce(sum(${sql.raw(expression)}), 0) as bigint)`;

export async function figuresOf(db: Database): Promise<LedgerFigures> {
  const attempts = await db
    .selectFrom('attempts')
    .select([
      count.as('attempts'),
      sum('amount').as('amount'),
      sum('answered_amount').as('answeredAmount'),
      sum(`case when standing = 'approved' then 1 else 0 end`).as('approved'),
    ])
    .executeTakeFirstOrThrow();
  const holds = await db
    .selectFrom('holds')
    .select([count.as('holds'), sum('amount').as('holdAmount')])
    .executeTakeFirstOrThrow();
  return { ...attempts, ...holds };
}
