/** Records the outcome of an attempt and moves its hold: by the service's answer, or by recovery after a crash. */
import { recordable } from '#electron/core/payments/answered-attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Family } from '#shared/payments/outcome.ts';
import {
  answerColumns,
  answeredColumns,
  listedColumns,
  pending,
  toAttempt,
  unindexed,
  writtenAttempt,
  type ListedRow,
} from './attempt-rows.ts';
import type { Database, Engine, Work } from '#electron/ledger/engine.ts';
import type { NoteDeed } from '#electron/ledger/events.ts';
import { holdMoves } from '#electron/ledger/holds/hold-moves.ts';
import { inTurn, prepared, type Param } from '#electron/ledger/prepared.ts';
import { recorded } from './recorded-values.ts';
import { keepLateAnswer, lockedRow, onceMore, waits } from './resolutions.ts';
import { isReferenceUsed, lockReferences, sameReference, soughtReferences } from './used-references.ts';

function writing(db: Database, param: Param) {
  const columns = Object.fromEntries(answeredColumns.map((name) => [name, param(name)])) as Partial<ListedRow>;
  return db
    .updateTable('attempts')
    .set({ ...columns, ...unindexed })
    .where('position', '=', param('position'))
    .where('state', '=', param('before'))
    .where('resolved_outcome', 'is', null);
}

const writeAnswer = prepared((db, param) => writing(db, param));
const writingUnused = (family: Family) =>
  prepared((db, param) =>
    writing(db, param).where(({ and, not, exists }) =>
      and(sameReference[family].map((same) => not(exists(same(db, param))))),
    ),
  );
/** Writes an answer that says what was done, unless another payment has its reference. */
const writeCertain = { json: writingUnused('json'), form: writingUnused('form') } as const;

/** True for an answer that is about this payment only if its references are. */
const isCertain = ({ outcome }: GatewayAnswer): boolean => outcome !== 'unknown' && outcome !== 'not-sent';

/** The row with its answer, and the raw answer, which lists don't read. */
function answeredRow(before: ListedRow, answer: GatewayAnswer, answeredAt: string) {
  const { raw_answer, ...columns } = answerColumns(answer, answeredAt);
  const after: ListedRow = { ...before, ...columns, standing: answer.outcome };
  return { after, raw_answer };
}

/** Returns the answer as it is recorded for this row (`recordable`). */
const acceptedAnswer = (row: ListedRow, answer: GatewayAnswer): GatewayAnswer =>
  recordable({ operation: recorded.operation(row), family: row.family }, answer);

/** Statements that write the answer and move the hold, and the index of the one that writes the row. */
function statementsOf(engine: Engine, before: ListedRow, answer: GatewayAnswer, answeredAt: string) {
  const { after, raw_answer } = answeredRow(before, answer, answeredAt);
  const others = { ...soughtReferences(after), raw_answer, before: before.state };
  const certain = isCertain(answer);
  const locks = certain ? lockReferences(engine, after) : [];
  const update = (certain ? writeCertain[recorded.family(before.family)] : writeAnswer).bind(engine, after, others);
  return { after, update: locks.length, statements: [...locks, update, ...holdMoves(engine, after)] };
}

/** Writes the answer of a row that this process began, in one round trip. Null when the row differs or the reference is used. */
async function finishBegun(
  engine: Engine,
  begun: ListedRow,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<ListedRow | null> {
  const { after, update, statements } = statementsOf(engine, begun, acceptedAnswer(begun, answer), answeredAt);
  const written = await engine.transact(statements);
  return written[update] === 1 ? after : null;
}

/** Locks what an answer touches, in the order that every writer of answers keeps: references, attempt, hold. */
export const lockedForAnswer = (
  engine: Engine,
  trx: Work,
  attemptId: string,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<ListedRow | undefined> =>
  lockedRow(engine, trx, attemptId, (seen) => answeredRow(seen, answer, answeredAt).after);

/** True when recovery made the attempt unknown and a person resolved it before the answer came. */
export const wasResolvedFirst = (row: Pick<ListedRow, 'state' | 'resolved_outcome' | 'answered_at'>): boolean =>
  row.state === 'unknown' && row.resolved_outcome !== null && row.answered_at === null;

/**
 * True for an answer to an attempt that is over, which may not be thrown away: an approval of one that counts as refused or not
 * sent, or any sign that the request left although it is recorded as not sent. The same answer may come again.
 */
function contradictsFinal(row: ListedRow, answer: GatewayAnswer): boolean {
  if (waits(row) || row.contradiction !== null) return false;
  const standing = row.standing;
  if (answer.outcome === 'approved')
    return standing === 'declined' || standing === 'rejected' || standing === 'not-sent';
  return row.state === 'not-sent' && row.resolved_outcome === null && answer.outcome !== 'not-sent';
}

/** Fallback: the row changed under us, or belongs to another process, or the reference is used. Decides from its current state. */
export async function finishLate(
  engine: Engine,
  trx: Work,
  noteDeed: NoteDeed,
  attemptId: string,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<{ readonly row: ListedRow; readonly written: boolean }> {
  const before = await lockedForAnswer(engine, trx, attemptId, answer, answeredAt);
  if (before === undefined) throw new Error(`There is no attempt ${attemptId} to finish.`);
  let accepted = acceptedAnswer(before, answer);
  const { after } = answeredRow(before, accepted, answeredAt);
  if (isCertain(accepted) && accepted.outcome !== 'not-sent' && (await isReferenceUsed(engine, trx, after))) {
    accepted = { ...accepted, outcome: 'unknown', cause: 'reference-used' };
  }
  if (wasResolvedFirst(before) || contradictsFinal(before, accepted)) {
    return { row: await keepLateAnswer(engine, trx, noteDeed, before, accepted, answeredAt), written: true };
  }
  if (!waits(before)) return { row: before, written: false };
  const late = statementsOf(engine, before, accepted, answeredAt);
  const written = await inTurn(trx, late.statements);
  return written[late.update] === 1 ? { row: late.after, written: true } : { row: before, written: false };
}

/**
 * @param inFlight rows begun by this process, which need not be read again before the answer is written
 * @param noteDeed appends to the audit trail in the name of this seat
 */
export async function finishAttempt(
  engine: Engine,
  inFlight: Map<string, ListedRow>,
  noteDeed: NoteDeed,
  attemptId: string,
  answer: GatewayAnswer,
  answeredAt: string,
): Promise<Attempt> {
  const begun = inFlight.get(attemptId);
  const known = begun === undefined ? null : await finishBegun(engine, begun, answer, answeredAt);
  if (known !== null) {
    inFlight.delete(attemptId);
    engine.changed([attemptId]);
    return writtenAttempt(known);
  }
  const { row, written } = await onceMore(() =>
    engine.write((trx) => finishLate(engine, trx, noteDeed, attemptId, answer, answeredAt)),
  );
  inFlight.delete(attemptId);
  if (written) engine.changed([attemptId]);
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
  };
  const abandoned = await onceMore(() => engine.write(abandon));
  if (abandoned.length > 0) engine.changed(abandoned.map((row) => row.id));
  return abandoned.map(toAttempt);
}
