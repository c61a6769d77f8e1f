/** Copies one ledger into another, between any engines. Restartable, and verified by counts and sums. */
import type { Selectable } from 'kysely';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import { addEvents, allEvents } from '#electron/ledger/events.ts';
import { copyCloses, hasCloses } from '#electron/ledger/days/day-closes.ts';
import { copyLinks } from '#electron/ledger/trail/link.ts';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { slots } from '#electron/ledger/rows/position.ts';
import { listedColumns, type AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';
import { unindexed } from '#electron/ledger/rows/attempt-rows.ts';
import { holdColumns } from '#electron/ledger/rows/tables.ts';
import { counted, sum } from './figures.ts';

const settlingStates = holdStatesThat(({ settling }) => settling);

/** Attempts per transaction of the target, limited by its parameters per statement. */
const portion = 250;
/** Attempts and entries that are compared at a time. */
const readBack = 500;
const movedColumns = [...listedColumns, 'raw_answer'] as const;
type MovedRow = Selectable<Pick<AttemptsTable, (typeof movedColumns)[number]>>;

/**
 * Copies everything of `from` into `to`. Restartable: existing rows stay, rows that `from` has settled since are updated,
 * and nothing done in `to` is reverted. `to` may stay in use. `verified` is false when `from` changes meanwhile. Can be stopped
 * at any time, and goes on where it was.
 */
export const moveLedger = (
  from: { readonly engine: Engine },
  to: { readonly engine: Engine },
  course: Course = unwatched,
): Promise<MoveResult> => from.engine.read((source) => copyLedger(source, to.engine, course));

export async function copyLedger(source: Database, target: Engine, course: Course): Promise<MoveResult> {
  const { total } = await source.selectFrom('attempts').select(counted.as('total')).executeTakeFirstOrThrow();
  course.begin('copy', total);
  let done = 0;
  for await (const rows of portions((after) => attemptsAfter(source, after, portion).select(movedColumns).execute())) {
    await target.bulkWrite((trx) => copyPortion(source, trx, rows));
    done += rows.length;
    course.progress(done);
  }
  await copyOperatorNames(source, target);
  await copyCloses(source, target);
  await addEvents(target, await allEvents(source));
  await copyLinks(source, target);
  target.changed(null);
  course.begin('verify', total);
  return verifyCopy(source, target.db, course);
}

const attemptsAfter = (source: Database, position: number, limit: number) =>
  source.selectFrom('attempts').where('position', '>', position).orderBy('position').limit(limit);

async function* portions<Row extends Pick<MovedRow, 'position'>>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}

async function copyPortion(source: Database, trx: Work, rows: readonly MovedRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  await copyHolds(source, trx, [...new Set([...ids, ...rows.flatMap((row) => row.hold_id ?? [])])]);
  const present = await trx
    .selectFrom('attempts')
    .select(['id', 'position', 'state', 'standing', 'answered_at'])
    .where('id', 'in', ids)
    .execute();
  const known = new Map(present.map((row) => [row.id, row]));
  const fresh = rows.filter((row) => !known.has(row.id));
  if (fresh.length > 0) {
    const positions = await freePositions(trx, fresh);
    const values = fresh.map((row, index) => ({ ...row, position: positions[index] ?? row.position, ...unindexed }));
    await trx.insertInto('attempts').values(values).execute();
  }
  for (const row of rows) {
    const there = known.get(row.id);
    if (there === undefined || !waitsForNews(there) || saysTheSame(there, row)) continue;
    const changed = { ...row, position: there.position, ...unindexed };
    await trx.updateTable('attempts').set(changed).where('id', '=', row.id).execute();
  }
}

type Known = Pick<MovedRow, 'state' | 'standing' | 'answered_at'>;

/** True when the copy's row may be updated. A settled row was answered or resolved in the copy, which is more recent. */
const waitsForNews = ({ standing }: Known): boolean => standing === 'sending' || standing === 'unknown';

const saysTheSame = (one: Known, other: Known): boolean =>
  one.state === other.state && one.standing === other.standing && one.answered_at === other.answered_at;

/** Copies holds. A hold takes the source's state until it is captured in the target. */
async function copyHolds(source: Database, trx: Work, ids: readonly string[]): Promise<void> {
  const holds = await source.selectFrom('holds').select(holdColumns).where('id', 'in', ids).execute();
  if (holds.length === 0) return;
  await trx
    .insertInto('holds')
    .values(holds)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          settlement_id: eb.ref('excluded.settlement_id'),
        }))
        .where((eb) =>
          eb.or([
            eb('holds.settlement_id', 'is', null),
            eb.and([
              eb('holds.settlement_id', '=', eb.ref('excluded.settlement_id')),
              eb('holds.state', 'in', settlingStates),
            ]),
            eb.and([
              eb('holds.settlement_id', '!=', eb.ref('excluded.settlement_id')),
              eb('holds.state', '=', 'open'),
              eb('excluded.state', '!=', 'open'),
            ]),
          ]),
        ),
    )
    .execute();
}

/** Returns the rows' positions, moved to a free slot where another attempt of the same millisecond has the position. */
async function freePositions(trx: Work, rows: readonly MovedRow[]): Promise<readonly number[]> {
  const first = rows[0]?.position ?? 0;
  const last = (rows.at(-1)?.position ?? 0) + slots;
  const taken = await trx
    .selectFrom('attempts')
    .select('position')
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
  const used = new Set(taken.map((row) => row.position));
  return rows.map((row) => {
    let position = row.position;
    while (used.has(position)) position += 1;
    used.add(position);
    return position;
  });
}

async function copyOperatorNames(source: Database, target: Engine): Promise<void> {
  const names = await source.selectFrom('operator_names').select('name').execute();
  for (const { name } of names) {
    await target.bulkWrite((trx) =>
      trx
        .insertInto('operator_names')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
}

const figures = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('attempts')
    .select([counted.as('count'), sum('amount').as('amount')])
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();

/** Figures of attempts that the source has settled. Others may have been answered or resolved in the copy. */
const settledFigures = async (db: Database, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('attempts')
        .select(['standing', counted.as('count'), sum('answered_amount').as('answered'), sum('amount').as('amount')])
        .where('id', 'in', ids)
        .groupBy('standing')
        .orderBy('standing')
        .execute();

/** Checks that every hold exists with its amount, and with its state unless a capture has moved it in the copy. */
async function hasHolds(source: Database, target: Database, ids: readonly string[]): Promise<boolean> {
  const holdsOf = (db: Database) =>
    db.selectFrom('holds').select(['id', 'state', 'amount', 'settlement_id']).where('id', 'in', ids).execute();
  const there = new Map((await holdsOf(target)).map((hold) => [hold.id, hold]));
  return (await holdsOf(source)).every((hold) => {
    const copy = there.get(hold.id);
    if (copy === undefined || copy.amount !== hold.amount) return false;
    const settling = settlingStates.includes(hold.state);
    return copy.state === hold.state || copy.settlement_id !== hold.settlement_id || settling;
  });
}

const hasEvents = async (db: Database, ids: readonly string[]): Promise<boolean> => {
  const rows = db.selectFrom('ledger_events').select(counted.as('count'));
  return (await rows.where('id', 'in', ids).executeTakeFirstOrThrow()).count === ids.length;
};

/** Reads the copy back and compares it with its source, portion by portion. Ignores later changes in the copy. */
async function verifyCopy(source: Database, target: Database, course: Course): Promise<MoveResult> {
  let verified = true;
  let attempts = 0;
  let amount = 0;
  const marks = ['id', 'position', 'standing'] as const;
  for await (const rows of portions((after) => attemptsAfter(source, after, readBack).select(marks).execute())) {
    const ids = rows.map((row) => row.id);
    const own = await figures(source, ids);
    verified &&= same(own, await figures(target, ids));
    const settled = rows.filter(({ standing }) => standing !== 'sending' && standing !== 'unknown').map(({ id }) => id);
    verified &&= same(await settledFigures(source, settled), await settledFigures(target, settled));
    verified &&= await hasHolds(source, target, ids);
    attempts += own.count;
    amount += own.amount;
    course.progress(attempts);
  }
  const events = (await source.selectFrom('ledger_events').select('id').execute()).map((row) => row.id);
  for (let first = 0; first < events.length; first += readBack) {
    verified &&= await hasEvents(target, events.slice(first, first + readBack));
  }
  verified &&= await hasCloses(source, target);
  return { attempts, amount, verified };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Figures of a copied ledger. */
export interface MoveResult {
  readonly attempts: number;
  /** Sum of the requested amounts, in minor units. */
  readonly amount: number;
  /** True when all of the source is in the target: each portion was read back with the same counts and sums. */
  readonly verified: boolean;
}
