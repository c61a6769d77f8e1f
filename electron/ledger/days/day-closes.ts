/** Closes of days on record: rows that are only ever added, each with its deed in the audit trail. */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { DayOfMerchants, DayBounds, NewDayClose } from '#electron/core/ports/day-figures.ts';
import { listedColumns, shownState, toAttempt, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine } from '#electron/ledger/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import type { DayClosesTable } from '#electron/ledger/tables.ts';
import { statedAmount } from '#shared/payments/attempt.ts';
import { figuresSchema, mostListed, type Figures } from '#shared/reports/figures.ts';
import type { ChangedPayment, DayClose } from '#shared/reports/day-close.ts';
import { attemptsOf } from './day-cells.ts';

/** Named, because a newer program may have added columns to a shared ledger. */
const closeColumns = [
  'id',
  'merchant_id',
  'merchant_name',
  'environment',
  'day',
  'from_at',
  'until_at',
  'closed_at',
  'operator_name',
  'seat',
  'figures',
] as const satisfies readonly (keyof DayClosesTable)[];
type CloseRow = Selectable<DayClosesTable>;

/** SHA-256 of the figures as recorded, base64url. The deed has it, so that a changed row differs from the signed trail. */
const figuresDigest = (figures: string): string => createHash('sha256').update(figures).digest('base64url');

/** Appends a close with its deed, durably. Two seats that close at once append two. */
export const closeDay = (engine: Engine, noteEvent: NoteEvent, close: NewDayClose): Promise<void> =>
  engine.write(async (trx) => {
    const figures = JSON.stringify(close.figures);
    await trx
      .insertInto('day_closes')
      .values({
        id: close.id,
        merchant_id: close.merchantId,
        merchant_name: close.merchantName,
        environment: close.environment,
        day: close.day,
        from_at: close.from,
        until_at: close.until,
        closed_at: close.closedAt,
        operator_name: close.operatorName,
        seat: close.seat,
        figures,
      })
      .execute();
    await noteEvent(trx, close.operatorName, {
      kind: 'day-closed',
      closeId: close.id,
      merchant: close.merchantName,
      environment: close.environment,
      day: close.day,
      digest: figuresDigest(figures),
    });
  });

/** Reads the closes of a day, newest first. */
export const dayCloses = (
  engine: Engine,
  { day, environment, merchantId }: DayOfMerchants,
): Promise<readonly DayClose[]> =>
  engine.read(async (db) => {
    const rows = await db
      .selectFrom('day_closes')
      .select(closeColumns)
      .where('day', '=', day)
      .where('environment', '=', environment)
      .$if(merchantId !== null, (all) => all.where('merchant_id', '=', merchantId ?? ''))
      .orderBy('closed_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toClose);
  });

const toClose = (row: CloseRow): DayClose => ({
  id: row.id,
  day: row.day,
  environment: row.environment,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  closedAt: row.closed_at,
  operatorName: row.operator_name,
  seat: row.seat,
  figures: readFigures(row.figures),
});

/** Figures of a newer version of the program, or edited ones, must not hide who closed the day. */
function readFigures(text: string): Figures | null {
  try {
    return figuresSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads the payments of a day that were made, answered or resolved after an instant, oldest first. */
export const changedSince = (
  engine: Engine,
  of: DayOfMerchants,
  bounds: DayBounds,
  since: string,
): Promise<readonly ChangedPayment[]> =>
  engine.read(async (db) => {
    const rows = await attemptsOf(db, { ...of, days: [bounds], now: since }, bounds)
      .select(listedColumns)
      .where((eb) =>
        eb.or([eb('started_at', '>', since), eb('answered_at', '>', since), eb('resolved_at', '>', since)]),
      )
      .orderBy('position')
      .limit(mostListed)
      .execute();
    return rows.map((row) => changed(row, since));
  });

function changed(row: ListedRow, since: string): ChangedPayment {
  const attempt = toAttempt(row);
  const { resolution, startedAt, answeredAt } = attempt;
  const resolvedAt = resolution !== null && resolution.at > since ? resolution.at : null;
  const what = startedAt > since ? 'made' : resolvedAt === null ? 'answered' : 'resolved';
  return {
    id: attempt.id,
    at: what === 'made' ? startedAt : (resolvedAt ?? answeredAt ?? startedAt),
    what,
    operation: attempt.operation,
    state: shownState(row),
    amount: statedAmount(attempt) ?? attempt.amount,
    currencySign: attempt.currencySign,
    operatorName: resolvedAt === null ? attempt.operatorName : (resolution?.operatorName ?? attempt.operatorName),
    customer: `${attempt.firstName} ${attempt.lastName}`.trim(),
  };
}

/** Closes per statement. */
const portion = 50;

/** Adds the closes that the target lacks. Those that are there stay as they are. */
export async function copyCloses(source: Database, target: Engine): Promise<void> {
  for (let after = ''; ;) {
    const rows = await source
      .selectFrom('day_closes')
      .select(closeColumns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    await target.bulkWrite((trx) =>
      trx
        .insertInto('day_closes')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    after = last.id;
  }
}

/** True when the target has each close of the source with the same figures. */
export async function hasCloses(source: Database, target: Database): Promise<boolean> {
  for (let after = ''; ;) {
    const page = (db: Database) =>
      db.selectFrom('day_closes').select(closeColumns).where('id', '>', after).orderBy('id').limit(portion);
    const rows = await page(source).execute();
    const last = rows.at(-1);
    if (last === undefined) return true;
    const there = await target
      .selectFrom('day_closes')
      .select(['id', 'figures'])
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const known = new Map(there.map(({ id, figures }) => [id, figures]));
    if (rows.some(({ id, figures }) => known.get(id) !== figures)) return false;
    after = last.id;
  }
}
