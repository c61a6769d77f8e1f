/** Batches of captures and their rows, durable before the first row is sent, so that a crash loses none. */
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { listedColumns, toAttempt } from '#electron/ledger/attempts/attempt-rows.ts';
import { recorded } from '#electron/ledger/attempts/recorded-values.ts';
import type { Database, Engine } from '#electron/ledger/engine.ts';
import { deadInstances, type Instance } from '#electron/ledger/seats/instances.ts';

/** Rows per insert, below SQLite's limit of parameters. */
const portion = 500;

export async function beginBatch(
  engine: Engine,
  instance: Instance,
  progress: BatchProgress,
  seat: string,
  startedAt: string,
): Promise<void> {
  await engine.write(async (trx) => {
    const { batchId } = progress;
    await trx
      .insertInto('batches')
      .values({
        id: batchId,
        seat,
        instance_id: instance.id,
        started_at: startedAt,
        finished: progress.finished ? 1 : 0,
      })
      .execute();
    const rows = progress.rows.map((row, index) => ({
      batch_id: batchId,
      row_number: index,
      hold_id: row.holdId,
      ...rowColumns(row),
    }));
    for (let start = 0; start < rows.length; start += portion) {
      await trx
        .insertInto('batch_rows')
        .values(rows.slice(start, start + portion))
        .execute();
    }
  });
}

const rowColumns = (row: BatchRow) => ({
  amount: row.amount,
  status: row.status,
  skip_reason: row.skipReason,
  attempt_id: row.attempt?.id ?? null,
});

export async function saveBatchRow(engine: Engine, batchId: string, row: BatchRow): Promise<void> {
  await engine.write((trx) =>
    trx
      .updateTable('batch_rows')
      .set(rowColumns(row))
      .where('batch_id', '=', batchId)
      .where('hold_id', '=', row.holdId)
      .execute(),
  );
}

export async function finishBatch(engine: Engine, batchId: string): Promise<void> {
  await engine.write((trx) => trx.updateTable('batches').set({ finished: 1 }).where('id', '=', batchId).execute());
}

/** Finds this seat's unfinished batches of dead processes. Each row's status comes from its attempt, not the saved row. */
export async function interruptedBatches(
  engine: Engine,
  own: Instance,
  seat: string,
): Promise<readonly BatchProgress[]> {
  const { isDead } = await deadInstances(engine, own);
  return engine.read(async (db) => {
    const unfinished = await db
      .selectFrom('batches')
      .select(['id', 'instance_id'])
      .where('seat', '=', seat)
      .where('finished', '=', 0)
      .orderBy('started_at')
      .execute();
    const interrupted = unfinished.filter((batch) => isDead(batch.instance_id));
    const found: BatchProgress[] = [];
    for (const { id } of interrupted) found.push({ batchId: id, finished: false, rows: await accountedRows(db, id) });
    return found;
  });
}

async function accountedRows(db: Database, batchId: string): Promise<readonly BatchRow[]> {
  const rows = await db
    .selectFrom('batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('row_number')
    .execute();
  const made = await db
    .selectFrom('attempts')
    .select(listedColumns)
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute();
  // A later attempt of the same row (a retry of one that was not sent) replaces the earlier.
  const attempts = new Map<string | null, Attempt>(made.map((row) => [row.hold_id, toAttempt(row)]));
  return rows.map((row): BatchRow => {
    const attempt = attempts.get(row.hold_id) ?? null;
    const status =
      attempt === null
        ? row.status === 'skipped'
          ? 'skipped'
          : 'waiting'
        : attempt.state === 'sending'
          ? 'sending'
          : 'done';
    return {
      holdId: row.hold_id,
      amount: row.amount,
      status,
      skipReason: status === 'skipped' ? recorded.skipReason(row.skip_reason) : null,
      attempt,
    };
  });
}
