/**
 * Closes of days on record: rows that are only ever added, each with its deed in the audit trail, whose digest covers the whole row.
 */
import type { KeptDeed } from '#shared/audit/ledger-events.ts';
import type { DayOfMerchants, DayBounds, NewDayClose } from '#electron/core/ports/day-figures.ts';
import type { Database, Engine, Reader, Work } from '#electron/ledger/engine/engine.ts';
import { addMissing, pagesOf } from '#electron/ledger/engine/statements.ts';
import { addDeedOnce, type NoteEvent } from '#electron/ledger/events.ts';
import { mostListed, figuresSchema } from '#shared/reports/figures.ts';
import type { ChangedPayment, DayClose } from '#shared/reports/day-close.ts';
import { closeColumns, type DayClosesTable } from '#electron/ledger/rows/tables.ts';
import { attemptsOf } from './day-cells.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { shownState, toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { jsonAs } from '#shared/parsed-json.ts';
import { createHash } from 'node:crypto';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import { customerName } from '#shared/payments/attempt.ts';

export type CloseRow = DayClosesTable;

/** A close with its deed, as both are recorded. */
export interface RecordedClose {
  readonly row: CloseRow;
  readonly deed: KeptDeed;
}

/** SHA-256 of the row, base64url. The deed has it, so that a changed row differs from the signed trail. */
export const closeDigest = (row: CloseRow): string =>
  createHash('sha256')
    .update(JSON.stringify(closeColumns.map((column) => row[column])))
    .digest('base64url');

/** @param made id and time of the deed */
export function recordedClose(close: NewDayClose, made: Pick<KeptDeed, 'id' | 'at'>): RecordedClose {
  const row: CloseRow = {
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
    figures: JSON.stringify(close.figures),
  };
  const deed: Extract<SeatDeed, { kind: 'day-closed' }> = {
    kind: 'day-closed',
    closeId: row.id,
    merchant: row.merchant_name,
    environment: row.environment,
    day: row.day,
    digest: closeDigest(row),
  };
  return { row, deed: { ...made, operatorName: row.operator_name, deed } };
}

const toClose = (row: CloseRow): DayClose => ({
  id: row.id,
  day: row.day,
  environment: row.environment,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  from: row.from_at,
  until: row.until_at,
  closedAt: row.closed_at,
  operatorName: row.operator_name,
  seat: row.seat,
  // Figures of a newer version of the program, or edited ones, must not hide who closed the day.
  figures: jsonAs(figuresSchema, row.figures),
});

/**
 * Appends a close with its deed. Two seats that close at once append two. Does nothing when the ledger has the close already.
 * @returns true when it was appended
 */
export async function addClose(trx: Work, noteEvent: NoteEvent, { row, deed }: RecordedClose): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('day_closes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await addDeedOnce(trx, noteEvent, deed);
  return numInsertedOrUpdatedRows === 1n;
}

/** Records a close with its deed, durably. @param made id and time of the deed */
export async function closeDay(
  engine: Engine,
  noteEvent: NoteEvent,
  close: NewDayClose,
  made: Parameters<typeof recordedClose>[1],
): Promise<RecordedClose> {
  const recorded = recordedClose(close, made);
  await engine.write((trx) => addClose(trx, noteEvent, recorded));
  return recorded;
}

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
    amount: attempt.amount,
    currencySign: attempt.currencySign,
    operatorName: resolvedAt === null ? attempt.operatorName : (resolution?.operatorName ?? attempt.operatorName),
    customer: customerName(attempt),
  };
}

/** Closes per statement. Each has its figures and lists. */
const portion = 50;

/** Yields all closes in the order of their ids. */
export const closesIn = (read: Reader['read']) =>
  pagesOf(
    '',
    ({ id }: CloseRow) => id,
    (after) =>
      read((db) =>
        db.selectFrom('day_closes').select(closeColumns).where('id', '>', after).orderBy('id').limit(portion).execute(),
      ),
  );

/** Adds the closes that the target lacks. Those that are there stay as they are. */
export async function copyCloses(source: Database, target: Engine): Promise<void> {
  for await (const rows of closesIn((work) => work(source)))
    await target.bulkWrite((trx) => addMissing(trx, 'day_closes', rows));
}

export async function hasCloses(source: Database, target: Database): Promise<boolean> {
  for await (const rows of closesIn((work) => work(source))) {
    const ids = rows.map(({ id }) => id);
    const there = await target.selectFrom('day_closes').select(closeColumns).where('id', 'in', ids).execute();
    const known = new Map(there.map((row) => [row.id, closeDigest(row)]));
    if (rows.some((row) => known.get(row.id) !== closeDigest(row))) return false;
  }
  return true;
}
