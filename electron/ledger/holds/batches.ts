/** Batches of captures and their rows, durable before the first row is sent, so that a crash loses none. */
import { namedHold, type BatchProgress, type BatchRow } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { attemptsById } from '#electron/ledger/attempts/attempts-by-id.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { prepared } from '#electron/ledger/engine/prepared.ts';
import { seenInstances, type Instance } from '#electron/ledger/seats/instances.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';

/** Rows per insert, below SQLite's limit of parameters. */
const portion = 500;

export async function beginBatch(
  engine: Engine,
  instance: Instance,
  progress: BatchProgress,
  seat: string,
): Promise<void> {
  await engine.write(async (trx) => {
    const { batchId, startedAt } = progress;
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

const saving = prepared((db, param) =>
  db
    .updateTable('batch_rows')
    .set({
      amount: param('amount'),
      status: param('status'),
      skip_reason: param('skip_reason'),
      attempt_id: param('attempt_id'),
    })
    .where('batch_id', '=', param('batchId'))
    .where('hold_id', '=', param('holdId')),
);

/** Saves rows in one transaction and one round trip, beside the captures of other rows. */
export async function saveBatchRows(engine: Engine, batchId: string, rows: readonly BatchRow[]): Promise<void> {
  const written = rows.map((row) => saving.bind(engine, rowColumns(row), { batchId, holdId: row.holdId }));
  await engine.transact(() => written);
}

export async function finishBatch(engine: Engine, batchId: string): Promise<void> {
  await engine.write((trx) => trx.updateTable('batches').set({ finished: 1 }).where('id', '=', batchId).execute());
}

export function batchById(engine: Engine, batchId: string): Promise<BatchProgress | null> {
  return engine.read(async (db) => {
    const batch = await db
      .selectFrom('batches')
      .select(['id', 'started_at', 'finished'])
      .where('id', '=', batchId)
      .executeTakeFirst();
    return batch === undefined ? null : progressOf(engine, db, batch);
  });
}

/** Finds this seat's unfinished batches of dead processes. Each row's status comes from its attempt, not the saved row. */
export async function interruptedBatches(
  engine: Engine,
  own: Instance,
  seat: string,
): Promise<readonly BatchProgress[]> {
  const unfinished = await engine.read((db) =>
    db
      .selectFrom('batches')
      .select(['id', 'started_at', 'finished', 'instance_id'])
      .where('seat', '=', seat)
      .where('finished', '=', 0)
      .orderBy('started_at')
      .execute(),
  );
  if (unfinished.length === 0) return [];
  const running = unfinished.map((batch) => batch.instance_id);
  const { isDead } = await seenInstances(engine, own, running);
  return engine.read(async (db) => {
    const found: BatchProgress[] = [];
    for (const batch of unfinished) if (isDead(batch.instance_id)) found.push(await progressOf(engine, db, batch));
    return found;
  });
}

const progressOf = async (
  engine: Engine,
  db: Database,
  { id, started_at, finished }: { readonly id: string; readonly started_at: string; readonly finished: number },
): Promise<BatchProgress> => ({
  batchId: id,
  startedAt: started_at,
  finished: finished === 1,
  rows: await accountedRows(engine, db, id),
});

async function accountedRows(engine: Engine, db: Database, batchId: string): Promise<readonly BatchRow[]> {
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
  const holds = await attemptsById(
    engine,
    db,
    rows.map((row) => row.hold_id),
  );
  return rows.map((row): BatchRow => {
    const attempt = attempts.get(row.hold_id) ?? null;
    const authorization = holds.get(row.hold_id);
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
      authorization: authorization === undefined ? null : namedHold(authorization),
      amount: row.amount,
      status,
      skipReason: status === 'skipped' ? recorded.skipReason(row.skip_reason) : null,
      attempt,
      unrecorded: null,
    };
  });
}
