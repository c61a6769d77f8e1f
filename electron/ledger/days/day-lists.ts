/** Payments of whole days without an answer, and the holds of any day that wait for their capture. */
import { sql, type RawBuilder } from 'kysely';
import type { DayLists, DaysQuery } from '#electron/core/ports/day-figures.ts';
import { doubtColumn } from '#electron/ledger/rows/doubt-columns.ts';
import { attemptsById } from '#electron/ledger/attempts/by-id.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { waiting } from '#electron/ledger/holds/holds.ts';
import { amountDoubtOf, effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { mostListed, type ListedPayment } from '#shared/reports/figures.ts';
import { attemptsOf, count, holdStanding } from './day-cells.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';

const amount = sql<number>`cast(coalesce(sum(holds.amount), 0) as bigint)`.as('amount');

export const dayLists = (engine: Engine, query: DaysQuery): Promise<DayLists> =>
  engine.read(async (db) => {
    const [first, last] = [query.days[0], query.days.at(-1)];
    const those = async (condition: RawBuilder<boolean>): Promise<readonly Attempt[]> => {
      if (first === undefined || last === undefined) return [];
      const found = attemptsOf(db, query, { ...first, until: last.until })
        .select(listedColumns)
        .where(condition);
      return (await found.orderBy('position').limit(mostListed).execute()).map(toAttempt);
    };
    const unconfirmed = await those(isUnknown);
    const unclear = await those(sql<boolean>`${doubtColumn} = 'amount'`);
    const holds = await openHolds(db, query)
      .select(['holds.id', 'holds.expires_at', 'holds.amount'])
      // `open` comes after `expired` in the alphabet.
      .orderBy(holdStanding(query.now), 'desc')
      .orderBy('holds.expires_at')
      .orderBy('holds.id')
      .limit(mostListed)
      .execute();
    const ids = holds.map(({ id }) => id);
    const attempts = await attemptsById(engine, db, ids);
    return {
      unconfirmed: unconfirmed.map(listed),
      unclear: unclear.flatMap((attempt) => {
        const amountDoubt = amountDoubtOf(attempt, effectiveState(attempt));
        return amountDoubt === null ? [] : [{ ...listed(attempt), amountDoubt }];
      }),
      openHolds: holds.flatMap((hold) => {
        const attempt = attempts.get(hold.id);
        return attempt === undefined ? [] : [{ ...listed(attempt), amount: hold.amount, expiresAt: hold.expires_at }];
      }),
      waiting: await waitingSums(db, query),
    };
  });

function openHolds(db: Database, { environment, merchantId }: DaysQuery) {
  const open = db
    .selectFrom('holds')
    .where(waiting)
    .where('holds.state', '=', 'open')
    .where('holds.environment', '=', environment);
  return merchantId === null ? open : open.where('holds.merchant_id', '=', merchantId);
}

async function waitingSums(db: Database, query: DaysQuery): Promise<DayLists['waiting']> {
  const hold = holdStanding(query.now);
  const rows = await openHolds(db, query)
    .innerJoin('attempts', 'attempts.id', 'holds.id')
    .select(['attempts.currency_sign', hold.as('hold'), count, amount])
    .groupBy(['attempts.currency_sign', hold])
    .execute();
  return rows.flatMap((row) =>
    row.hold === 'open' || row.hold === 'expired'
      ? [{ currencySign: row.currency_sign, hold: row.hold, count: row.count, amount: row.amount }]
      : [],
  );
}

const listed = (attempt: Attempt): ListedPayment => ({
  id: attempt.id,
  startedAt: attempt.startedAt,
  operation: attempt.operation,
  amount: attempt.amount,
  currencySign: attempt.currencySign,
  operatorName: attempt.operatorName,
  brand: attempt.card?.brand ?? null,
  lastFour: attempt.card?.lastFour ?? null,
  customer: `${attempt.firstName} ${attempt.lastName}`.trim(),
});
