/** Closes of days on record: rows that are only ever added, each with its deed in the audit trail. */
import type { DayOfMerchants, DayBounds, NewDayClose } from '#electron/core/ports/day-figures.ts';
import type { Database, Engine, Reader, Work } from '#electron/ledger/engine/engine.ts';
import { addMissing, pagesOf } from '#electron/ledger/engine/statements.ts';
import { addDeedOnce, type NoteEvent } from '#electron/ledger/events.ts';
import { mostListed } from '#shared/reports/figures.ts';
import type { ChangedPayment, DayClose } from '#shared/reports/day-close.ts';
import { closeColumns } from '#electron/ledger/rows/tables.ts';
import { type CloseRow, closeDigest, recordedClose, toClose, type RecordedClose } from './close-rows.ts';
import { attemptsOf } from './day-cells.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { shownState, toAttempt } from '#electron/ledger/rows/attempt-rows.ts';

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
    customer: `${attempt.firstName} ${attempt.lastName}`.trim(),
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
