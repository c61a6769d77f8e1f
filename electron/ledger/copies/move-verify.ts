/** Reads a copy back and compares it with its source, portion by portion. Ignores later changes in the copy. */
import { sql } from 'kysely';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import type { Course } from '#electron/core/ports/course.ts';
import { hasCloses } from '#electron/ledger/days/day-closes.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';

const settlingStates = holdStatesThat(({ settling }) => settling);
const portion = 500;

const figures = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('attempts')
    .select([
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount'),
    ])
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();

/** Figures of attempts that the source has settled. Others may have been answered or resolved in the copy. */
const settledFigures = async (db: Database, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('attempts')
        .select([
          'standing',
          sql<number>`cast(count(*) as bigint)`.as('count'),
          sql<number>`cast(coalesce(sum(answered_amount), 0) as bigint)`.as('answered'),
          sql<number>`cast(sum(amount) as bigint)`.as('amount'),
        ])
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
  const rows = db.selectFrom('ledger_events').select(sql<number>`cast(count(*) as bigint)`.as('count'));
  return (await rows.where('id', 'in', ids).executeTakeFirstOrThrow()).count === ids.length;
};

export async function verifyCopy(source: Database, target: Database, course: Course): Promise<MoveResult> {
  let verified = true;
  let attempts = 0;
  let amount = 0;
  for (let position = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await source
      .selectFrom('attempts')
      .select(['id', 'position', 'standing'])
      .where('position', '>', position)
      .orderBy('position')
      .limit(portion)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows.map((row) => row.id);
    const own = await figures(source, ids);
    verified &&= same(own, await figures(target, ids));
    const settled = rows.filter(({ standing }) => standing !== 'sending' && standing !== 'unknown').map(({ id }) => id);
    verified &&= same(await settledFigures(source, settled), await settledFigures(target, settled));
    verified &&= await hasHolds(source, target, ids);
    attempts += own.count;
    amount += own.amount;
    position = last.position;
    course.progress(attempts);
  }
  const events = (await source.selectFrom('ledger_events').select('id').execute()).map((row) => row.id);
  for (let first = 0; first < events.length; first += portion) {
    verified &&= await hasEvents(target, events.slice(first, first + portion));
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
