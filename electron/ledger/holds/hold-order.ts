/** Orders of the queue other than by time: by amount, and by customer as the screens write the name. */
import { sql } from 'kysely';
import type { HoldOrder, HoldsQuery } from '#shared/ledger/holds.ts';
import { amongIds } from '#electron/ledger/attempts/attempts-by-id.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { HoldsTable } from '#electron/ledger/rows/tables.ts';

type Compare = (one: HoldsTable, other: HoldsTable) => number;

const leastTimeFirst: Compare = (one, other) =>
  compareTexts(one.expires_at, other.expires_at) || compareTexts(one.id, other.id);
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const largestFirst: Compare = (one, other) => other.amount - one.amount || leastTimeFirst(one, other);

/** Without regard to capitals and accents. Neither engine compares names as people do, nor both in one way. */
const { compare: compareNames } = new Intl.Collator('es', { sensitivity: 'base', numeric: true });

async function byCustomer(engine: Engine, db: Database, rows: readonly HoldsTable[]): Promise<Compare> {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectFrom('attempts')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id ${amongIds(engine, ids)}`)
    .execute();
  const names = new Map(found.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
  return (one, other) => compareNames(names.get(one.id) ?? '', names.get(other.id) ?? '') || leastTimeFirst(one, other);
}

/**
 * Returns the page after a hold, which may have left the queue meanwhile.
 * @param all every hold of the queue. They are few compared with the ledger, and no index has the names of customers
 */
export async function pageInOrder(
  engine: Engine,
  db: Database,
  all: readonly HoldsTable[],
  order: Exclude<HoldOrder, 'time'>,
  { after, limit }: Pick<HoldsQuery, 'after' | 'limit'>,
): Promise<readonly HoldsTable[]> {
  const last =
    after === null
      ? null
      : (all.find(({ id }) => id === after.id) ??
        (await db.selectFrom('holds').selectAll().where('id', '=', after.id).executeTakeFirst()));
  // Purged since, so that its place is not known. The purge has the queue read again.
  if (last === undefined) return [];
  const compared = last === null ? all : [...all, last];
  const compare = order === 'amount' ? largestFirst : await byCustomer(engine, db, compared);
  return all
    .filter((row) => last === null || compare(last, row) < 0)
    .toSorted(compare)
    .slice(0, limit);
}
