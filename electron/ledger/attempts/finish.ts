/** Records the outcome of an attempt and moves its hold: by the service's answer, or by recovery after a crash. */
import { applyAnswer, awaitsAnswer, recordable } from '#electron/core/payments/answered-attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { changeOf } from '#shared/ledger/history.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { holdMoves, linkSettled, settlementFrees } from './hold-moves.ts';
import { inTurn } from '#electron/ledger/engine/statements.ts';
import { keepLateAnswer, lockedRow, mustBeWritten, onceMore } from './resolutions.ts';
import { lockReferences, sameReferences, usedReferences } from './used-references.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import {
  abandoned,
  answeredColumns,
  answeredRow,
  pending,
  toAttempt,
  unindexed,
  writtenAttempt,
} from '#electron/ledger/rows/attempt-rows.ts';

/**
 * Returns the statement that writes an answer.
 * @param before state of the row that is expected
 * @param once the row has to be as this process began it: nobody has written it back meanwhile
 */
function writeAnswer(db: Database, before: AttemptState, after: ListedRow, raw_answer: string | null, once: boolean) {
  const contested = db
    .selectFrom('attempts as contested')
    .select('position')
    .where('contested.hold_id', '=', after.hold_id)
    .where('contested.resolved_how', '=', 'contested');
  const columns = Object.fromEntries(answeredColumns.map((name) => [name, after[name]]));
  return (
    db
      .updateTable('attempts')
      .set({ ...columns, raw_answer, ...unindexed })
      .where('position', '=', after.position)
      .where('state', '=', before)
      .where('resolved_outcome', 'is', null)
      // One that says what was done is not written when another payment has its reference.
      .$if(isCertain(after.state), (all) =>
        all.where(({ and, not, exists }) => and(sameReferences(db, after).map((same) => not(exists(same))))),
      )
      .$if(once, (all) => all.where('restored_at', 'is', null))
      // Another settlement that waits for the hold is linked too.
      .$if(once && settlementFrees(after), (all) => all.where(({ not, exists }) => not(exists(contested))))
  );
}

/** True for an answer that is about this payment only if its references are. */
const isCertain = (state: AttemptState): boolean =>
  state === 'approved' || state === 'declined' || state === 'rejected';

export const rawAnswerOf = (answer: GatewayAnswer): string | null =>
  answer.outcome === 'not-sent' ? null : answer.rawAnswer;

function statementsOf(engine: Engine, before: ListedRow, attempt: Attempt, answer: GatewayAnswer, once: boolean) {
  const after = answeredRow(before, attempt);
  const locks = isCertain(after.state) ? lockReferences(engine, after) : [];
  const update = writeAnswer(engine.db, before.state, after, rawAnswerOf(answer), once).compile();
  return { after, update: locks.length, statements: [...locks, update, ...holdMoves(engine, after)] };
}

/** Writes the answer of a row that this process began, in one round trip. Null when something else has to be seen to first. */
async function finishBegun(
  engine: Engine,
  begun: ListedRow,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<ListedRow | null> {
  const attempt = applyAnswer(writtenAttempt(begun), answer, answeredAt);
  const { after, update, statements } = statementsOf(engine, begun, attempt, answer, true);
  const finished = { row: { ...after, raw_answer: rawAnswerOf(answer) }, revision: 2 };
  const written = await engine.transact((linking) => [...statements, ...linking.payment(finished)]);
  return written[update] === 1 ? after : null;
}

/** The row as it will refer, for its locks. */
export const referring = (row: ListedRow, answer: GatewayAnswer): ListedRow =>
  answer.outcome === 'not-sent'
    ? row
    : {
        ...row,
        cod_oper: answer.references.codOper,
        auth_token: answer.references.authToken,
        idtx: answer.references.idtx,
      };

/** Locks what an answer touches, in the order that every writer of answers keeps: references, attempt, hold. */
export const lockedForAnswer = (
  engine: Engine,
  trx: Work,
  attemptId: string,
  answer: GatewayAnswer,
): Promise<ListedRow | undefined> => lockedRow(engine, trx, attemptId, (seen) => referring(seen, answer));

/** Replaces what an answer to another payment says: neither its amount nor its names belong to this one. */
const ofAnother = { outcome: 'unknown', cause: 'reference-used', answeredAmount: null, differences: [] } as const;

/** Returns the answers to rows as they may be recorded, by the rows' ids. Their references are locked. */
export async function recordableAnswers(
  engine: Engine,
  trx: Work,
  received: readonly { readonly row: ListedRow; readonly answer: GatewayAnswer }[],
): Promise<ReadonlyMap<string, GatewayAnswer>> {
  const answers = received.map(({ row, answer }) => ({ row, answer: recordable(writtenAttempt(row), answer) }));
  const certain = answers.filter(({ answer }) => isCertain(answer.outcome));
  const used = await usedReferences(
    engine,
    trx,
    certain.map(({ row, answer }) => referring(row, answer)),
  );
  return new Map(
    answers.map(({ row, answer }) => {
      const isOfAnother = answer.outcome !== 'not-sent' && used.has(row.id);
      return [row.id, isOfAnother ? { ...answer, ...ofAnother } : answer];
    }),
  );
}

/** Fallback: the row changed under us, or belongs to another process, or the reference is used. Decides from its current state. */
export async function finishLate(
  engine: Engine,
  trx: Work,
  noteEvent: NoteEvent,
  attemptId: string,
  received: GatewayAnswer,
  answeredAt: string,
): Promise<{ readonly row: ListedRow; readonly written: boolean }> {
  const before = await lockedForAnswer(engine, trx, attemptId, received);
  if (before === undefined) throw new Error(`There is no attempt ${attemptId} to finish.`);
  const attempt = writtenAttempt(before);
  const answers = await recordableAnswers(engine, trx, [{ row: before, answer: received }]);
  const answer = answers.get(attemptId) ?? received;
  const answered = applyAnswer(attempt, answer, answeredAt);
  if (answered === attempt) return { row: before, written: false };
  await linkSettled(engine, trx, before);
  if (!awaitsAnswer(attempt)) {
    const row = await keepLateAnswer(engine, trx, noteEvent, before, answered, rawAnswerOf(answer));
    await engine.link(trx, { left: [row] });
    return { row, written: true };
  }
  const late = statementsOf(engine, before, answered, answer, false);
  const written = await inTurn(trx, late.statements);
  mustBeWritten(written[late.update] ?? 0);
  await engine.link(trx, { left: [late.after] });
  return { row: late.after, written: true };
}

/** @param inFlight rows begun by this process, which need not be read again before the answer is written */
export async function finishAttempt(
  engine: Engine,
  inFlight: Map<string, ListedRow>,
  noteEvent: NoteEvent,
  attemptId: string,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<Attempt> {
  const begun = inFlight.get(attemptId);
  const known = begun === undefined ? null : await finishBegun(engine, begun, answer, answeredAt);
  if (known !== null) {
    inFlight.delete(attemptId);
    const attempt = writtenAttempt(known);
    engine.changed(changeOf(attempt));
    return attempt;
  }
  const { row, written } = await onceMore(() =>
    engine.write((trx) => finishLate(engine, trx, noteEvent, attemptId, answer, answeredAt)),
  );
  inFlight.delete(attemptId);
  if (written) engine.changed({ attemptIds: [attemptId] });
  return toAttempt(row);
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
  const abandon = async (trx: Work): Promise<readonly ListedRow[]> => {
    const rows = await trx
      .selectFrom('attempts')
      .select(listedColumns)
      .where(pending)
      .where('standing', '=', 'sending')
      .where(column, 'in', values)
      // One order on every seat, because several may find the same instance dead.
      .orderBy('position')
      .execute();
    await linkSettled(engine, trx, ...rows);
    const changed: ListedRow[] = [];
    for (const row of rows) {
      const after: ListedRow = { ...row, ...abandoned };
      const result = await trx
        .updateTable('attempts')
        .set({ ...abandoned, ...unindexed })
        .where('position', '=', row.position)
        .where('standing', '=', 'sending')
        .executeTakeFirst();
      if (result.numUpdatedRows !== 1n) continue;
      await inTurn(trx, holdMoves(engine, after));
      changed.push(after);
    }
    await engine.link(trx, { left: changed });
    return changed;
  };
  const changed = await onceMore(() => engine.write(abandon));
  if (changed.length > 0) engine.changed({ attemptIds: changed.map((row) => row.id) });
  return changed.map(toAttempt);
}
