/** Records the outcome of an attempt and moves its hold: by answer, by resolution, or by recovery after a crash. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt, Resolution } from '#shared/payments/attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { answerColumns, answeredColumns, listedColumns, toAttempt, unindexed, type ListedRow } from './attempt-rows.ts';
import type { Engine, Work } from '#electron/ledger/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { holdMoves } from '#electron/ledger/holds/hold-moves.ts';
import type { CompiledQuery } from 'kysely';
import { prepared } from '#electron/ledger/prepared.ts';

const lockRow = prepared<ListedRow>((db, param, engine) =>
  db
    .selectFrom('attempts')
    .select(listedColumns)
    .where('id', '=', param('id'))
    // SQLite has no row locks; its write transactions have the whole file.
    .$if(engine.kind === 'postgres', (query) => query.forUpdate()),
);

/** Reads a row and locks it until the transaction ends. */
const lockedRow = async (engine: Engine, trx: Work, id: string): Promise<ListedRow | undefined> =>
  (await lockRow(engine, trx, { id })).rows[0];

const writeAnswer = prepared((db, param) => {
  const columns = Object.fromEntries(answeredColumns.map((name) => [name, param(name)])) as Partial<ListedRow>;
  return db
    .updateTable('attempts')
    .set({ ...columns, ...unindexed })
    .where('position', '=', param('position'))
    .where('state', '=', param('before'))
    .where('resolved_outcome', 'is', null);
});

/** True while an answer may be written: the attempt is in flight, or recovery made it unknown meanwhile. */
const waits = (row: ListedRow): boolean =>
  row.state === 'sending' ||
  (row.state === 'unknown' && row.unknown_cause === 'crash' && row.resolved_outcome === null);

/** True when recovery made the attempt unknown and a person resolved it before the answer came. */
const wasResolvedFirst = (row: ListedRow): boolean =>
  row.state === 'unknown' && row.resolved_outcome !== null && row.answered_at === null;

/** @param inFlight rows begun by this process, which need not be read again before the answer is written */
export async function finishAttempt(
  engine: Engine,
  inFlight: Map<string, ListedRow>,
  attemptId: string,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<Attempt> {
  const { raw_answer, ...columns } = answerColumns(answer, answeredAt);

  /** Builds the answered row and the statements that write it. */
  function answered(before: ListedRow) {
    const after: ListedRow = { ...before, ...columns, standing: answer.outcome };
    const update = writeAnswer.bind(engine, { ...after, raw_answer, before: before.state });
    return { after, statements: [update, ...holdMoves(engine, after)] };
  }

  async function write(before: ListedRow, run: Engine['transact']): Promise<ListedRow | null> {
    const { after, statements } = answered(before);
    const [updated] = await run(statements);
    return updated === 1 ? after : null;
  }

  /** Keeps the service's answer beside a person's resolution, which stays in effect. */
  async function keepBeside(trx: Work, before: ListedRow): Promise<ListedRow> {
    const { state: _state, not_sent_cause: _notSent, unknown_cause: _unknown, ...facts } = columns;
    const after: ListedRow = { ...before, ...facts };
    await trx
      .updateTable('attempts')
      .set({ ...facts, raw_answer, ...unindexed })
      .where('position', '=', before.position)
      .execute();
    return after;
  }

  /** Fallback: the row changed under us, or belongs to another process. Decides from its current state. */
  const writeLate = (trx: Work, before: ListedRow): Promise<ListedRow | null> =>
    waits(before)
      ? write(before, (statements) => inTurn(trx, statements))
      : wasResolvedFirst(before) && answer.outcome !== 'not-sent'
        ? keepBeside(trx, before)
        : Promise.resolve(null);

  const begun = inFlight.get(attemptId);
  const known = begun === undefined ? null : await write(begun, engine.transact);
  const { row, written } =
    known !== null
      ? { row: known, written: true }
      : await engine.write(async (trx) => {
          const before = await lockedRow(engine, trx, attemptId);
          if (before === undefined) throw new Error(`There is no attempt ${attemptId} to finish.`);
          const late = await writeLate(trx, before);
          return { row: late ?? before, written: late !== null };
        });
  inFlight.delete(attemptId);
  if (written) engine.changed([attemptId]);
  return toAttempt(row);
}

async function inTurn(trx: Work, statements: readonly CompiledQuery[]): Promise<readonly number[]> {
  const written: number[] = [];
  for (const statement of statements) written.push(Number((await trx.executeQuery(statement)).numAffectedRows ?? 0n));
  return written;
}

/** Resolves an unknown attempt permanently, and records the person and their reason. */
export async function resolveAttempt(
  engine: Engine,
  attemptId: string,
  resolution: Resolution,
  noteEvent: NoteEvent,
): Promise<Result<Attempt, { readonly kind: 'not-found' | 'not-unknown' }>> {
  const resolved = await engine.write(async (trx) => {
    const before = await lockedRow(engine, trx, attemptId);
    if (before === undefined) return failed({ kind: 'not-found' as const });
    if (before.standing !== 'unknown') return failed({ kind: 'not-unknown' as const });
    const columns = {
      standing: resolution.outcome,
      resolved_outcome: resolution.outcome,
      resolved_how: resolution.how,
      resolved_by: resolution.operatorName,
      resolved_at: resolution.at,
      resolved_reference: resolution.reference,
      resolved_note: resolution.note,
    };
    const after: ListedRow = { ...before, ...columns, checksum: null };
    await trx
      .updateTable('attempts')
      .set({ ...columns, ...unindexed })
      .where('position', '=', before.position)
      .execute();
    await inTurn(trx, holdMoves(engine, after));
    const { outcome, reference, note } = resolution;
    await noteEvent(trx, resolution.operatorName, { kind: 'resolve', attemptId, outcome, reference, note });
    return ok(toAttempt(after));
  });
  if (resolved.ok) engine.changed([attemptId]);
  return resolved;
}

/**
 * Turns `sending` attempts into unknown: those of dead instances, because they may have sent the request before they died,
 * or single ones.
 */
export async function abandonAttempts(
  engine: Engine,
  column: 'instance_id' | 'id',
  values: readonly string[],
): Promise<readonly Attempt[]> {
  if (values.length === 0) return [];
  const abandoned = await engine.write(async (trx) => {
    const rows = await trx
      .selectFrom('attempts')
      .select(listedColumns)
      .where('standing', '=', 'sending')
      .where(column, 'in', values)
      .execute();
    const changed: ListedRow[] = [];
    for (const row of rows) {
      const after: ListedRow = {
        ...row,
        state: 'unknown',
        standing: 'unknown',
        unknown_cause: 'crash',
        checksum: null,
      };
      const result = await trx
        .updateTable('attempts')
        .set({
          state: 'unknown',
          standing: 'unknown',
          unknown_cause: 'crash',
          ...unindexed,
        })
        .where('position', '=', row.position)
        .where('standing', '=', 'sending')
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) continue;
      await inTurn(trx, holdMoves(engine, after));
      changed.push(after);
    }
    return changed;
  });
  if (abandoned.length > 0) engine.changed(abandoned.map((row) => row.id));
  return abandoned.map(toAttempt);
}
