/** Retention: removes old settled attempts with their holds, in portions so that payments never wait long. */
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { refunds } from '#electron/ledger/attempts/begin.ts';
import { inTurn } from '#electron/ledger/engine/statements.ts';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import { withoutEffect, type AttemptState } from '#shared/payments/outcome.ts';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';

/**
 * Operations that begin a payment, also by the card of another one. Those that refer to a hold or a charge are removed with it.
 * Unknown operations stay.
 */
const firstOperations = operationsThat(({ refersTo }) => refersTo === 'nothing' || refersTo === 'card');
const settledStates = sql.join(holdStatesThat(({ waits }) => !waits).map((state) => sql.lit(state)));

const settledOutcomeNames = ['approved', ...withoutEffect] as const;
const settledOutcomes = sql.join(settledOutcomeNames.map((outcome) => sql.lit(outcome)));

/** Attempts per transaction. */
const wholePortion = 500;

/** Attempts as the exported file has them, by id. One that has changed since, or is not in the file, stays. */
export type Exported = ReadonlyMap<
  string,
  { readonly state: AttemptState; readonly amount: number; readonly answeredAmount: number | null }
>;

/**
 * @param before UTC instant; earlier attempts are removed unless they are still open in some respect or not exported
 * @param onProgress told how many are removed so far
 */
export async function purgeSettled(
  engine: Engine,
  before: string,
  exported: Exported,
  onProgress: (removed: number) => void = () => undefined,
  portion: number = wholePortion,
): Promise<number> {
  const end = positionAt(before);
  let removed = 0;
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    const step = await engine.bulkWrite((trx) => purgePortion(engine, trx, exported, { from, end, portion }));
    removed += step.removed;
    onProgress(removed);
    if (step.next === null) break;
    from = step.next;
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
  if (removed > 0) engine.changed({ attemptIds: null });
  return removed;
}

/** Purges a portion, walking by position, because rows that have to stay would otherwise be found again and again. */
async function purgePortion(
  engine: Engine,
  trx: Work,
  exported: Exported,
  { from, end, portion }: { readonly from: number; readonly end: number; readonly portion: number },
) {
  const window = await trx
    .selectFrom('attempts')
    .select('position')
    .where('position', '>=', from)
    .where('position', '<', end)
    .orderBy('position')
    .limit(portion)
    .execute();
  const last = window.at(-1)?.position;
  if (last === undefined) return { removed: 0, next: null };

  await inTurn(trx, engine.serialized(refunds));
  const settled = await trx
    .selectFrom('attempts')
    .select(marks)
    .where('position', '>=', from)
    .where('position', '<=', last)
    .where('operation', 'in', firstOperations)
    .where('standing', 'in', settledOutcomeNames)
    .where(nothingOpen(end))
    // A late answer must not be written to what leaves.
    .$if(engine.kind === 'postgres', (query) => query.forUpdate())
    .execute();
  // Later attempts leave with the first one, so that no hold loses the reason for its state, and no charge its refunds.
  const followers = await followersOf(
    trx,
    settled.map((row) => row.id),
  );
  const keeps = new Set(followers.filter((row) => !isExported(exported, row)).map(({ first }) => first));
  const leaving = new Set(
    settled.filter((row) => isExported(exported, row) && !keeps.has(row.id)).map((row) => row.id),
  );
  const rows = [
    ...followers.filter(({ first }) => leaving.has(first)),
    ...settled.filter((row) => leaving.has(row.id)),
  ];
  await remove(engine, trx, rows);
  return { removed: rows.length, next: window.length < portion ? null : last + 1 };
}

/** Reads the attempts on the holds of these first ones, and the refunds of what any of them charged. */
async function followersOf(trx: Work, firstIds: readonly string[]) {
  if (firstIds.length === 0) return [];
  const onHolds = await trx
    .selectFrom('attempts')
    .select([...marks, 'hold_id'])
    .where('hold_id', 'in', firstIds)
    .execute();
  const firstOf = new Map(firstIds.map((id) => [id, id]));
  for (const { id, hold_id: first } of onHolds) firstOf.set(id, first ?? id);
  const refunds = await trx
    .selectFrom('attempts')
    .select([...marks, 'charge_id'])
    .where('charge_id', 'in', [...firstOf.keys()])
    .execute();
  return [
    ...onHolds.map((row) => ({ ...row, first: row.hold_id ?? '' })),
    ...refunds.map((row) => ({ ...row, first: firstOf.get(row.charge_id ?? '') ?? '' })),
  ];
}

const marks = ['position', 'id', 'standing', 'amount', 'answered_amount'] as const;

function isExported(
  exported: Exported,
  row: Pick<AttemptsTable, 'id' | 'standing' | 'amount' | 'answered_amount'>,
): boolean {
  const found = exported.get(row.id);
  return (
    found !== undefined &&
    found.state === row.standing &&
    found.amount === row.amount &&
    found.answeredAmount === row.answered_amount
  );
}

/** Condition for no waiting hold, nothing that a person has to settle, and no operation on it that is unsettled or too recent. */
const nothingOpen = (end: number) => sql<boolean>`${isSettled('attempts')} and not exists (
    select 1 from holds where holds.id = attempts.id and holds.state not in (${settledStates})
  ) and not exists (
    select 1 from attempts as later where (later.hold_id = attempts.id or later.charge_id = attempts.id or later.charge_id in
      (select charge.id from attempts as charge where charge.hold_id = attempts.id))
    and (later.position >= ${end} or later.standing not in (${settledOutcomes}) or not ${isSettled('later')})
  )`;

/** Condition for a row whose resolution no later answer contradicts. The outcome of a contested one looks settled. */
const isSettled = (table: string) => sql<boolean>`coalesce(${sql.ref(`${table}.resolved_how`)}, '') <> 'contested'`;

async function remove(engine: Engine, trx: Work, rows: readonly { readonly position: number; readonly id: string }[]) {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  const positions = rows.map((row) => row.position);
  await engine.search.forget(trx, positions);
  await trx.deleteFrom('attempts').where('position', 'in', positions).execute();
  await trx.deleteFrom('holds').where('id', 'in', ids).execute();
}
