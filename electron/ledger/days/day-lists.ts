/** Lists what the figures of days name one by one: payments in doubt, and the holds of any day that wait, with their sums. */
import { sql } from 'kysely';
import type { DayBounds, DayLists, DaysQuery } from '#electron/core/ports/day-figures.ts';
import { attemptsById } from '#electron/ledger/attempts/by-id.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { attemptStretches, stretchesOf } from '#electron/ledger/engine/statements.ts';
import { deedOf } from '#electron/ledger/events.ts';
import { waiting } from '#electron/ledger/holds/holds.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { doubtColumn, toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { amountDoubtOf, effectiveState } from '#shared/payments/attempt.ts';
import { listedPayment, mostListed } from '#shared/reports/figures.ts';
import { attemptsOf, count, holdStanding } from './day-cells.ts';

/** Lists payments without an answer, and the holds of any day that wait for their capture. Tells of removed payments. */
export async function dayLists(engine: Engine, query: DaysQuery): Promise<DayLists> {
  const [first, last] = [query.days[0], query.days.at(-1)];
  const period = first === undefined || last === undefined ? null : { ...first, until: last.until };
  const lists = await engine.read(async (db) => {
    const unconfirmed =
      period === null
        ? []
        : await attemptsOf(db, query, period)
            .select(listedColumns)
            .where(isUnknown)
            .orderBy('position')
            .limit(mostListed)
            .execute();
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
      purgedBefore: period === null ? null : await purgedBefore(db, period.from),
      unconfirmed: unconfirmed.map((row) => listedPayment(toAttempt(row))),
      openHolds: holds.flatMap((hold) => {
        const attempt = attempts.get(hold.id);
        return attempt === undefined
          ? []
          : [{ ...listedPayment(attempt), amount: hold.amount, expiresAt: hold.expires_at }];
      }),
    };
  });
  const unclear = period === null ? [] : await unclearIn(engine, query, period);
  return { ...lists, unclear, waiting: await waitingSums(engine, query) };
}

/** No index has them. */
async function unclearIn(engine: Engine, query: DaysQuery, period: DayBounds): Promise<DayLists['unclear']> {
  const rows: ListedRow[] = [];
  for await (const { after, end } of attemptStretches(engine, positionAt(period.from) - 1)) {
    const found = await engine.read((db) =>
      attemptsOf(db, query, period)
        .select(listedColumns)
        .where('attempts.position', '>', after)
        .$if(end !== null, (part) => part.where('attempts.position', '<=', end ?? 0))
        .where(sql<boolean>`${doubtColumn} = 'amount'`)
        .orderBy('position')
        .limit(mostListed - rows.length)
        .execute(),
    );
    rows.push(...found);
    if (rows.length === mostListed || (end !== null && end >= positionAt(period.until))) break;
  }
  return rows.map(toAttempt).flatMap((attempt) => {
    const amountDoubt = amountDoubtOf(attempt, effectiveState(attempt));
    return amountDoubt === null ? [] : [{ ...listedPayment(attempt), amountDoubt }];
  });
}

/** Returns the latest instant before which payments were removed; null when none from then on were. */
async function purgedBefore(db: Database, from: string): Promise<string | null> {
  const events = db.selectFrom('ledger_events').select(['kind', 'facts']).where('kind', '=', 'purge-begun');
  const befores = (await events.execute()).map(deedOf).map((deed) => (deed.kind === 'purge-begun' ? deed.before : ''));
  return (
    befores
      .filter((before) => from < before)
      .toSorted()
      .at(-1) ?? null
  );
}

function openHolds(db: Database, { environment, merchantId }: DaysQuery) {
  const open = db
    .selectFrom('holds')
    .where(waiting)
    .where('holds.state', '=', 'open')
    .where('holds.environment', '=', environment);
  return merchantId === null ? open : open.where('holds.merchant_id', '=', merchantId);
}

async function waitingSums(engine: Engine, query: DaysQuery): Promise<DayLists['waiting']> {
  const hold = holdStanding(query.now);
  const behind = (db: Database, after: string) => openHolds(db, query).where('holds.expires_at', '>', after);
  const stretches = stretchesOf(engine, '', async (db, after, offset) => {
    const ends = behind(db, after).select('holds.expires_at').orderBy('holds.expires_at').limit(1).offset(offset);
    return (await ends.executeTakeFirst())?.expires_at;
  });
  const sums: DayLists['waiting'][number][] = [];
  for await (const { after, end } of stretches) {
    const rows = await engine.read((db) =>
      behind(db, after)
        .$if(end !== null, (part) => part.where('holds.expires_at', '<=', end ?? ''))
        .innerJoin('attempts', 'attempts.id', 'holds.id')
        .select([
          'attempts.currency_sign',
          hold.as('hold'),
          count,
          sql<number>`cast(coalesce(sum(holds.amount), 0) as bigint)`.as('amount'),
        ])
        .groupBy(['attempts.currency_sign', hold])
        .execute(),
    );
    for (const row of rows)
      if (row.hold === 'open' || row.hold === 'expired')
        sums.push({ currencySign: row.currency_sign, hold: row.hold, count: row.count, amount: row.amount });
  }
  return sums;
}
