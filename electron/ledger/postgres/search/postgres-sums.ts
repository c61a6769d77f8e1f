/** Sums of what a search finds on PostgreSQL: one statement that answers with a row for each kind of payment. */
import { withoutEffect } from '#shared/payments/outcome.ts';
import { sql, type RawBuilder } from 'kysely';
import { summedLimit } from '#shared/ledger/history.ts';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { doubtColumn, shownStateColumn } from '#electron/ledger/rows/attempt-rows.ts';
import type { Database, FoundSum, SummedFinds } from '#electron/ledger/engine/engine.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const opening = literals(operationsThat(({ opens }) => opens === 'hold'));
const over = literals(holdStatesThat(({ waits }) => !waits));

/** As `holdIsOver` says of one: a settlement without a sure answer outweighs what the hold itself says. */
const isOver = (now: string) => sql`coalesce(case
  when settlement.standing = 'approved' then true
  when settlement.standing not in (${literals(withoutEffect)}) then false
  when holds.state = 'open' then holds.expires_at <= ${now}
  else holds.state in (${over}) end, false)`;

type Row = Pick<AttemptsTable, 'operation' | 'family' | 'environment' | 'currency_sign'> &
  Pick<FoundSum, 'count' | 'amount' | 'over' | 'unclear'> & {
    readonly approved: boolean;
    readonly total: number;
    readonly behind: boolean;
  };

/**
 * Reads each find by its key: `offset 0` keeps the planner, which expects too many, from reading whole tables.
 * @param found statement that returns the positions of the finds; may ask `unindexed` whether the index is behind
 * @returns with `behind` for a search index that lacks some attempts
 */
export async function summedFinds(
  db: Database,
  found: RawBuilder<unknown>,
  now: string,
): Promise<SummedFinds & { readonly behind: boolean }> {
  const { rows } = await sql<Row>`
    with unindexed as materialized (select exists (select from attempts_unindexed) as behind),
    found as materialized (${found}),
    listed as (
      select attempts.*, ${isOver(now)} as over, ${doubtColumn} is not null as unclear, ${shownStateColumn} = 'approved' as approved,
        attempts.operation in (${opening}) and settlement.standing in ('approved', 'unknown', 'sending')
          and settlement.position in (select position from found) as gives_way
      from found
        inner join lateral (select * from attempts where position = found.position offset 0) as attempts on true
        left join lateral (select * from holds where id = attempts.id offset 0) as holds on true
        left join lateral (select * from attempts as settling where id = holds.settlement_id offset 0) as settlement on true
    ),
    counted as (
      select listed.*, row_number() over (order by position desc) as place, count(*) over () as total
      from listed where gives_way is not true
    )
    select behind, operation, family, environment, currency_sign, over, unclear, approved,
      cast(count(position) as bigint) as count, cast(sum(amount) as bigint) as amount, cast(max(total) as bigint) as total
    from unindexed left join counted on place <= ${sql.lit(summedLimit)}
    group by behind, operation, family, environment, currency_sign, over, unclear, approved`.execute(db);
  return {
    behind: rows[0]?.behind === true,
    count: rows.reduce((count, row) => count + row.count, 0),
    more: (rows[0]?.total ?? 0) > summedLimit,
    sums: rows.flatMap((row): readonly FoundSum[] =>
      row.approved ? [{ ...row, operation: recorded.operation(row), currencySign: row.currency_sign }] : [],
    ),
  };
}
