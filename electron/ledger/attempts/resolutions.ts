/**
 * A person's resolution of an unknown attempt, and the service's answer that comes after it. An answer that says the same
 * confirms it. One that contradicts it, or any other final state, makes the attempt unknown until a supervisor settles it.
 */
import { withoutEffect } from '#shared/payments/outcome.ts';
import { LedgerUnavailable, type ResolveRefusal } from '#electron/core/ports/ledger.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { Attempt, Contradiction, Resolution } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { sql } from 'kysely';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { awaitedRefusal } from './begin.ts';
import { holdMoves, linkSettled } from './hold-moves.ts';
import { inTurn } from '#electron/ledger/engine/statements.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { lockReferences, usedReferences } from './used-references.ts';
import {
  listedColumns,
  type AttemptsTable,
  type ListedRow,
  type StepName,
} from '#electron/ledger/rows/attempt-columns.ts';
import {
  answeredRow,
  changedValues,
  resolvedRow,
  pending,
  shownState,
  toAttempt,
  toContradiction,
  unindexed,
} from '#electron/ledger/rows/attempt-rows.ts';

/**
 * Reads a row and locks it until the transaction ends, after the references that it will have. Whoever writes an answer takes
 * the locks in this order (`finishBegun` too), so that no two of them wait for each other.
 * @param referring returns the row as it will refer; null without a reference to lock
 */
export async function lockedRow(
  engine: Engine,
  trx: Work,
  id: string,
  referring: (seen: ListedRow) => ListedRow | null,
): Promise<ListedRow | undefined> {
  const read = trx.selectFrom('attempts').select(listedColumns).where('id', '=', id);
  const seen = await read.executeTakeFirst();
  if (seen === undefined) return undefined;
  const refers = referring(seen);
  if (refers !== null) await inTurn(trx, lockReferences(engine, refers));
  // SQLite has no row locks; its write transactions have the whole file.
  const locked = engine.kind === 'postgres' ? read.forUpdate() : read;
  return (await locked.executeTakeFirst()) ?? seen;
}

/** SQLSTATE of an error, or of the one behind it; empty for another error. */
function stateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return stateOf(error.cause);
}

const lostRaces: ReadonlySet<string> = new Set(['23505', '40P01']);

/**
 * Does the work again when another seat has written a capture of the same hold in between (`one_live_settlement`), or when both
 * waited for each other and the server has undone this one. The second time it sees what the other one wrote.
 */
export async function onceMore<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!lostRaces.has(stateOf(error))) throw error;
    return work();
  }
}

/** Condition for the attempts that a person has to resolve. */
export const isUnknown = sql<boolean>`position in (
    select position from attempts where ${pending} and standing = 'unknown'
    union all select position from attempts where resolved_how = 'contested'
  )`;

/** Refuses a locked row that did not take what was written, as by a trigger: nobody would hear of the answer. */
export function mustBeWritten(rows: number | bigint): void {
  if (Number(rows) !== 1) throw new LedgerUnavailable('altered', 'The table of payments does not take an answer.');
}

async function writeRow(trx: Work, row: ListedRow, steps: readonly StepName[], others: Partial<AttemptsTable> = {}) {
  const { numUpdatedRows } = await trx
    .updateTable('attempts')
    .set({ ...changedValues(row, ...steps), ...others, ...unindexed })
    .where('position', '=', row.position)
    .executeTakeFirst();
  mustBeWritten(numUpdatedRows);
}

/** Returns those with another operation on the same hold in flight, unknown or approved (invariant 3). */
export async function liveSiblings(
  trx: Work,
  rows: readonly Pick<ListedRow, 'hold_id' | 'id'>[],
): Promise<ReadonlySet<string>> {
  const holds = rows.flatMap(({ hold_id }) => hold_id ?? []);
  if (holds.length === 0) return new Set();
  const live = await trx
    .selectFrom('attempts')
    .select(['id', 'hold_id'])
    .where('hold_id', 'in', holds)
    .where('standing', 'not in', withoutEffect)
    .execute();
  const contested = rows.filter(({ id, hold_id }) =>
    live.some((other) => other.hold_id === hold_id && other.id !== id),
  );
  return new Set(contested.map(({ id }) => id));
}

/**
 * Stores the answer of an attempt that a person has resolved meanwhile, or that contradicts its final state.
 * @param answered the attempt as the answer leaves it
 */
export async function keepLateAnswer(
  engine: Engine,
  trx: Work,
  noteEvent: NoteEvent,
  before: ListedRow,
  answered: Attempt,
  raw_answer: string | null,
): Promise<ListedRow> {
  const { id, contradiction } = answered;
  const said = answeredRow(before, answered);
  if (contradiction === null) {
    await writeRow(trx, said, ['answer', 'state'], { raw_answer });
    await moveConfirmed(engine, trx, said);
    return said;
  }
  const { answered: answer, resolution: former } = contradiction;
  // Another capture of the hold counts already, and the database admits one. The former outcome stays, marked.
  const contested = (await liveSiblings(trx, [before])).size > 0;
  const after = resolvedRow(said, contested ? { ...former, how: 'contested' } : null);
  await writeRow(trx, after, ['answer', 'state', 'resolution'], { raw_answer });
  if (!contested) await claimHold(trx, after);
  const { outcome: resolved, operatorName: resolvedBy, at: resolvedAt } = former;
  await noteEvent(trx, null, {
    kind: 'contradiction',
    attemptId: id,
    answered: answer,
    resolved,
    resolvedBy,
    resolvedAt,
  });
  return after;
}

/** Moves the hold by an answer that does not contradict the resolution, which stays in effect. */
async function moveConfirmed(engine: Engine, trx: Work, after: ListedRow): Promise<void> {
  // The code of a refusal says more about the hold than the resolution did.
  await inTurn(trx, holdMoves(engine, after));
  if (operationFacts(recorded.operation(after)).opens !== 'hold') return;
  const amount = heldAmount({ amount: after.amount, answeredAmount: after.answered_amount });
  await trx.updateTable('holds').set({ amount }).where('id', '=', after.id).where('state', '=', 'open').execute();
}

/** Lets the hold wait for a capture whose resolution is contradicted, unless an operation has settled it otherwise. */
async function claimHold(trx: Work, row: ListedRow): Promise<void> {
  const { settles } = operationFacts(recorded.operation(row));
  if (settles === null) return;
  await trx
    .updateTable('holds')
    .set({ state: settles.unknown, settlement_id: row.id })
    .where('id', '=', row.hold_id)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('settlement_id', '=', row.id)]))
    .execute();
}

/** The row as if its answer had the reference and no other, to look for another payment with it. A record has the `codOper` alone. */
const keyedAs = (row: ListedRow, { reference, how }: Resolution): ListedRow => ({
  ...row,
  idtx: null,
  cod_oper: row.family === 'json' || how === 'query' ? reference : null,
  auth_token: row.family === 'form' && how !== 'query' ? reference : null,
});

/**
 * True when an approval by this resolution is the payment's alone by its reference: it opens a hold, which is captured by the keyed
 * one, or rests on the service's record without a person.
 */
const needsOwnReference = (row: ListedRow, { outcome, how }: Resolution): boolean =>
  outcome === 'approved' && (how === 'query' || operationFacts(recorded.operation(row)).opens === 'hold');

interface Resolving {
  readonly resolution: Resolution;
  /** The late answer that the person has seen; null for none. */
  readonly knows: Contradiction['answered'] | null;
  /** False while the vault is locked: nobody could tell later that this seat has written it, so that it has to be training. */
  readonly isSigned: boolean;
  /** The ledger has lost it, and this seat's journal has it. */
  readonly isLost?: boolean;
}

/**
 * Resolves an unknown attempt, and records the person and their reason.
 * @param noteEvent appends to the audit trail in the person's name
 */
export async function resolveAttempt(
  engine: Engine,
  attemptId: string,
  { resolution, knows, isSigned, isLost = false }: Resolving,
  noteEvent: NoteEvent,
): Promise<Result<Attempt, ResolveRefusal>> {
  const resolved = await onceMore(() =>
    engine.write(async (trx) => {
      const referring = (row: ListedRow) => (needsOwnReference(row, resolution) ? keyedAs(row, resolution) : null);
      const before = await lockedRow(engine, trx, attemptId, referring);
      if (before === undefined) return failed({ kind: 'not-found' as const });
      if (!isSigned && before.environment !== 'training') return failed({ kind: 'vault-locked' as const });
      const contradiction = toContradiction(before);
      // An attempt that `isUnknown` finds.
      if (shownState(before) !== 'unknown' || (contradiction?.answered ?? null) !== knows) {
        return failed({ kind: 'not-unknown' as const });
      }
      const refers = referring(before);
      if (refers !== null && (await usedReferences(engine, trx, [refers])).size > 0) {
        return failed({ kind: 'reference-used' as const });
      }
      // The record of a charge shows the refunds of every seat.
      const awaited =
        resolution.how === 'query' && before.charge_id !== null ? await awaitedRefusal(trx, before.charge_id) : null;
      if (awaited !== null) return failed(awaited);
      const approves = resolution.outcome === 'approved';
      if (approves && (await liveSiblings(trx, [before])).size > 0) {
        return failed({ kind: 'hold-settled' as const });
      }
      if (isLost) await engine.link(trx, { lost: [attemptId] });
      await linkSettled(engine, trx, before);
      const after = resolvedRow(before, resolution);
      await writeRow(trx, after, ['state', 'resolution']);
      await settleHold(engine, trx, after);
      await engine.link(trx, { left: [after] });
      const { outcome, reference, note } = resolution;
      const against = knows === null ? {} : { against: knows };
      await noteEvent(trx, resolution.operatorName, {
        kind: 'resolve',
        attemptId,
        outcome,
        reference,
        note,
        ...against,
      });
      return ok(toAttempt(after));
    }),
  );
  if (resolved.ok) engine.changed({ attemptIds: [attemptId] });
  return resolved;
}

async function settleHold(engine: Engine, trx: Work, row: ListedRow): Promise<void> {
  const { settles, opens } = operationFacts(recorded.operation(row));
  if (settles !== null && row.standing === 'approved') {
    // A refused capture may have been the last one to name the hold.
    await trx.updateTable('holds').set({ settlement_id: row.id }).where('id', '=', row.hold_id).execute();
  }
  await inTurn(trx, holdMoves(engine, row));
  if (opens === 'hold' && row.standing !== 'approved') {
    // The hold was opened by the resolution that an answer has contradicted.
    await trx
      .updateTable('holds')
      .set({ state: 'voided' })
      .where('id', '=', row.id)
      .where('state', '=', 'open')
      .execute();
  }
}
