/** Copies one ledger into another, between any engines. Restartable, and verified payment by payment. */
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import { addEvents, allEvents } from '#electron/ledger/events.ts';
import { copyCloses, hasCloses } from '#electron/ledger/days/day-closes.ts';
import { copyLinks } from '#electron/ledger/trail/link.ts';
import { liveSiblings } from '#electron/ledger/attempts/resolutions.ts';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { isWithoutEffect } from '#shared/payments/outcome.ts';
import { addMissing, counted, freePositions, pagesOf } from '#electron/ledger/engine/statements.ts';
import { listedColumns, type AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';
import { contestedRow, unindexed } from '#electron/ledger/rows/attempt-rows.ts';
import { holdColumns } from '#electron/ledger/rows/tables.ts';
import { countAttempts } from './figures.ts';

const settlingStates = holdStatesThat(({ settling }) => settling);

/** Attempts per transaction of the target, limited by its parameters per statement. */
const portion = 250;
/** Attempts and entries that are compared at a time. */
const readBack = 500;
const movedColumns = [...listedColumns, 'raw_answer'] as const;
const comparedColumns = ['id', 'position', 'standing', 'amount', 'answered_amount', 'unknown_cause'] as const;
type ComparedRow = Pick<MovedRow, (typeof comparedColumns)[number]>;
type MovedRow = Pick<AttemptsTable, (typeof movedColumns)[number]>;

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
  const total = await countAttempts(source);
  course.begin('copy', total);
  const contested: MovedRow[] = [];
  let done = 0;
  for await (const rows of portions((after) => attemptsAfter(source, after, portion).select(movedColumns).execute())) {
    contested.push(...(await target.bulkWrite((trx) => copyPortion(source, trx, rows))));
    done += rows.length;
    course.progress(done);
  }
  const names = await source.selectFrom('operator_names').select('name').execute();
  await target.bulkWrite((trx) => addMissing(trx, 'operator_names', names));
  await copyCloses(source, target);
  await addEvents(target.bulkWrite, await allEvents(source));
  await copyLinks(source, target);
  // After the source's links, which tell them as settled.
  const ids = contested.map(({ id }) => id);
  if (ids.length > 0) await target.write((trx) => target.link(trx, { begun: ids, left: contested }));
  target.changed({ attemptIds: null });
  course.begin('verify', total);
  return verifyCopy(source, target.db, course);
}

const attemptsAfter = (source: Database, position: number, limit: number) =>
  source.selectFrom('attempts').where('position', '>', position).orderBy('position').limit(limit);

const portions = <Row extends Pick<MovedRow, 'position'>>(read: (after: number) => Promise<readonly Row[]>) =>
  pagesOf(Number.MIN_SAFE_INTEGER, ({ position }: Row) => position, read);

/** @returns settlements as they come in contested, because the copy has another of the same hold */
async function copyPortion(source: Database, trx: Work, read: readonly MovedRow[]): Promise<readonly MovedRow[]> {
  const live = read.filter(({ standing }) => !isWithoutEffect(standing));
  const ids = read.map((row) => row.id);
  await copyHolds(source, trx, [...new Set([...ids, ...read.flatMap((row) => row.hold_id ?? [])])]);
  // The lock on their holds lets nobody settle one meanwhile.
  const rivals = await liveSiblings(trx, live);
  const contested = live.flatMap((row) => (rivals.has(row.id) ? contestedRow(row) : []));
  const rows = read.map((row) => contested.find(({ id }) => id === row.id) ?? row);
  const present = await trx
    .selectFrom('attempts')
    .select(['id', 'position', 'state', 'standing', 'answered_at'])
    .where('id', 'in', ids)
    .execute();
  const known = new Map(present.map((row) => [row.id, row]));
  const fresh = rows.filter((row) => !known.has(row.id));
  if (fresh.length > 0) {
    const wanted = fresh.map(({ position }) => position);
    const positions = await freePositions(trx, wanted);
    const values = fresh.map((row, index) => ({ ...row, position: positions[index] ?? row.position, ...unindexed }));
    await trx.insertInto('attempts').values(values).execute();
  }
  for (const row of rows) {
    const there = known.get(row.id);
    if (there === undefined || !waitsForNews(there) || saysTheSame(there, row)) continue;
    const changed = { ...row, position: there.position, ...unindexed };
    await trx.updateTable('attempts').set(changed).where('id', '=', row.id).execute();
  }
  return contested;
}

type Known = Pick<MovedRow, 'state' | 'standing' | 'answered_at'>;

/** True when the copy's row may be updated. A settled row was answered or resolved in the copy, which is more recent. */
const waitsForNews = ({ standing }: Pick<MovedRow, 'standing'>): boolean =>
  standing === 'sending' || standing === 'unknown';

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

/** Checks that every attempt exists with its amount, and as it was settled. Others may have been answered or resolved in the copy. */
async function hasAttempts(rows: readonly ComparedRow[], target: Database): Promise<boolean> {
  const ids = rows.map(({ id }) => id);
  const copies = await target.selectFrom('attempts').select(comparedColumns).where('id', 'in', ids).execute();
  const there = new Map(copies.map((copy) => [copy.id, copy]));
  return rows.every((row) => {
    const copy = there.get(row.id);
    if (copy?.amount !== row.amount) return false;
    const isSettled = copy.standing === row.standing || copy.unknown_cause === 'settled-elsewhere';
    return waitsForNews(row) || (isSettled && copy.answered_amount === row.answered_amount);
  });
}

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
  for await (const rows of portions((after) =>
    attemptsAfter(source, after, readBack).select(comparedColumns).execute(),
  )) {
    verified &&= await hasAttempts(rows, target);
    const ids = rows.map(({ id }) => id);
    verified &&= await hasHolds(source, target, ids);
    attempts += rows.length;
    for (const row of rows) amount += row.amount;
    course.progress(attempts);
  }
  const events = (await source.selectFrom('ledger_events').select('id').execute()).map((row) => row.id);
  for (let first = 0; first < events.length; first += readBack) {
    verified &&= await hasEvents(target, events.slice(first, first + readBack));
  }
  verified &&= await hasCloses(source, target);
  return { attempts, amount, verified };
}

export interface MoveResult {
  readonly attempts: number;
  /** Sum of the requested amounts, in minor units. */
  readonly amount: number;
  /** True when all of the source is in the target: each payment was read back with the same amounts. */
  readonly verified: boolean;
}
