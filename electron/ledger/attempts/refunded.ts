/**
 * Sums the refunds of charges on record, so that no figure has to be kept in step with them. A refund counts until it is known to have
 * moved nothing. A late truth may exceed the charge: a sum can refuse a begin, and never an answer.
 */
import { sql } from 'kysely';
import type { Refunds } from '#shared/ledger/listed-attempt.ts';
import { withoutEffect, type AttemptState } from '#shared/payments/outcome.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { amongIds } from './by-id.ts';

const without = sql.join(withoutEffect.map((state) => sql.lit(state)));

/** Sum of the refunds of a charge in minor units. @param charge name of the charge's row */
export const takenBack = (db: Database, charge: 'attempts' | 'charge', standings?: readonly AttemptState[]) =>
  db
    .selectFrom('attempts as taken')
    .select(sql<number>`coalesce(sum(taken.amount), 0)`.as('sum'))
    .where('taken.charge_id', '=', sql.ref<string>(`${charge}.id`))
    .where(
      standings === undefined
        ? sql<boolean>`taken.standing not in (${without})`
        : sql<boolean>`taken.standing in (${sql.join(standings.map((state) => sql.lit(state)))})`,
    );

/**
 * Rest of the charge `charge_id`. The smaller amount counts where the service confirmed another one. An attempt that is not approved has
 * charged nothing.
 */
export const leftOf = (db: Database, { charge_id }: Pick<ListedRow, 'charge_id'>) =>
  db
    .selectFrom('attempts as charge')
    .select(
      sql<number>`case when charge.standing <> 'approved' then 0
        else cast(case when charge.answered_amount < charge.amount then charge.answered_amount else charge.amount end
          - ${takenBack(db, 'charge')} as bigint) end`.as('rest'),
    )
    .where('charge.id', '=', charge_id);

/**
 * Refunds of the same charge and amount that may have moved money: those that are unknown, and others since an instant.
 * @param guardedCharge null for none to look for
 */
export const sameRefunds = (
  db: Database,
  {
    guardedCharge,
    amount,
    since,
  }: Pick<ListedRow, 'amount'> & { readonly guardedCharge: string | null; readonly since: string },
) =>
  db
    .selectFrom('attempts')
    .where('charge_id', '=', guardedCharge)
    .where('amount', '=', amount)
    .where(sql<boolean>`standing not in (${without}) and (standing = 'unknown' or started_at >= ${since})`);

/** Reads what was taken back of each charge. Charges without a refund are absent. */
export async function refundsOf(
  engine: Engine,
  db: Database,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, Refunds>> {
  if (chargeIds.length === 0) return new Map();
  const { rows } = await sql<Refunds & { readonly charge_id: string }>`
    select charge_id,
      cast(sum(case when standing = 'approved' then amount else 0 end) as bigint) as returned,
      cast(sum(case when standing = 'approved' then 0 else amount end) as bigint) as open
    from attempts
    where charge_id ${amongIds(engine, [...new Set(chargeIds)])} and standing not in (${without})
    group by charge_id`.execute(db);
  return new Map(rows.map(({ charge_id: id, returned, open }) => [id, { returned, open }]));
}
