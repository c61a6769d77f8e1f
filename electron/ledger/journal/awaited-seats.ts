/**
 * Seats that a server waits for. A server that went back, or another one in its place, may lack what any seat committed to it. Each seat
 * writes its own back when it connects; until then its captures, voids and refunds are not known there, and another seat would
 * settle the same hold again. So the first seat that notices lists all that were at work, and each takes itself off the list. Each
 * change of the list is an entry of the audit trail too, by which a seat notices rows that somebody put there or took out.
 */
import { fileMark, unnamedSeats } from '#shared/ledger/awaited-seats.ts';
import { sql } from 'kysely';
import { oneDay, oneMinute } from '#shared/durations.ts';
import { isSameDatabase, type Database, type Engine, type Work } from '#electron/ledger/engine/engine.ts';
import { chainMarks, lostRemovals, putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import type { OwnCommits } from './own-commits.ts';
import type { OwnServices } from './own-services.ts';

/** Name of the setting: the number of payments that seats have written back, which every seat says until a supervisor has seen it. */
const writtenBackName = 'written-back';
/** Name of the setting: the server that seats have begun to compare, and a mark of that beginning. */
const comparedName = 'compared';

export interface ServerState {
  readonly writtenBack: number;
  /** Null before the first seat. */
  readonly compared: string | null;
  /** UTC instants since when seats are awaited, by their names. */
  readonly awaited: AwaitedSeats;
}

export type AwaitedSeats = ReadonlyMap<string, string>;

/** Reads what every seat has to know of the server, in one statement. */
export async function serverState(db: Database): Promise<ServerState> {
  const rows = await db
    .selectFrom('ledger_settings')
    .select(['name', 'value', sql<number>`0`.as('awaited')])
    .where('name', 'in', [writtenBackName, comparedName])
    .unionAll(db.selectFrom('awaited_seats').select(['seat as name', 'since as value', sql<number>`1`.as('awaited')]))
    .execute();
  const rowsOf = (kind: number): ReadonlyMap<string, string> =>
    new Map(rows.flatMap(({ name, value, awaited }) => (awaited === kind ? [[name, value]] : [])));
  const settings = rowsOf(0);
  return {
    writtenBack: Number(settings.get(writtenBackName) ?? 0),
    compared: settings.get(comparedName) ?? null,
    awaited: rowsOf(1),
  };
}

/** True for the mark of an embedded ledger that was copied into this one. */
export const isMarkOfCopy = (mark: string | null, target: string): boolean =>
  mark?.startsWith(`${fileMark}${target} `) === true;

/** True for the server that the mark was made on, as it stood then. */
export const isMarkOf = (compared: string, identity: string): boolean => compared.startsWith(`${identity} `);

/** Days in which a seat that has signed something counts as at work. */
const lately = 30;

/** Seats that have signed something lately, by the last link of each marked chain. */
const signedLately = (db: Database, now: Date) =>
  db
    .selectFrom('ledger_settings')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_links')
          .select(['audit_links.seat', 'audit_links.signer', 'linked_at'])
          .where('signer', '=', sql<string>`substr(ledger_settings.name, ${sql.lit(chainMarks.length + 1)})`)
          .orderBy('link', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('name', 'like', `${chainMarks}%`)
    .where('last.linked_at', '>=', new Date(now.getTime() - lately * oneDay).toISOString());

/** Difference between the clocks of two seats that is allowed for, in ms. */
const clockMargin = 5 * oneMinute;

/** Returns an instant after everything that is on the ledger, also what a clock began that is ahead by more. */
async function afterAll(trx: Work, now: Date): Promise<string> {
  const newest = await trx
    .selectFrom('attempts')
    .select('started_at')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = newest === undefined ? 0 : Date.parse(newest.started_at);
  return new Date(Math.max(now.getTime(), last) + clockMargin).toISOString();
}

/**
 * Lists the seats at work, of which the server is not known to have everything; nobody on a server that is new to all. This one too: what
 * it did to the hold of another seat waits until that one has written the hold back.
 * @param compared the mark as it was read: another seat may have noticed since, and then nothing is written
 */
export function awaitSeats(
  { isKnown, noteEvent, makeId, now }: OwnServices,
  engine: Engine,
  identity: string,
  compared: string | null,
): Promise<void> {
  const isNew = compared === null && !isKnown;
  const value = `${identity} ${makeId()}`;
  // A backup names those that ran when it was made, and a server that seats know as it stands those that run now. Any other may have
  // been at work before.
  const isAnyAwaited =
    compared !== null &&
    (isMarkOf(compared, identity) || !isSameDatabase(identity, compared.slice(0, compared.lastIndexOf(' '))));
  return engine.write(async (trx) => {
    const written =
      compared === null
        ? await trx
            .insertInto('ledger_settings')
            .values({ name: comparedName, value })
            .onConflict((conflict) => conflict.doNothing())
            .returning('name')
            .execute()
        : await trx
            .updateTable('ledger_settings')
            .set({ value })
            .where('name', '=', comparedName)
            .where('value', '=', compared)
            .returning('name')
            .execute();
    if (written.length === 0 || isNew) return;
    const since = await afterAll(trx, now());
    const rows = await trx
      .insertInto('awaited_seats')
      .columns(['seat', 'since'])
      .expression((eb) =>
        eb
          .selectFrom('instances')
          .select(['instances.seat', eb.val(since).as('since')])
          .union(eb.selectFrom('awaited_seats').select(['awaited_seats.seat', eb.val(since).as('since')]))
          .union(
            signedLately(trx, now())
              .select(['last.seat', eb.val(since).as('since')])
              .where(eb.val(isAnyAwaited)),
          )
          .union(
            trx
              .selectNoFrom((none) => [none.val(unnamedSeats).as('seat'), none.val(since).as('since')])
              .where(({ not, exists }) => not(exists(trx.selectFrom('attempts').select('id'))))
              .where(({ not, exists }) => not(exists(trx.selectFrom('instances').select('id')))),
          ),
      )
      .onConflict((conflict) => conflict.column('seat').doUpdateSet({ since }))
      .returning('seat')
      .execute();
    const seats = rows.map((row) => row.seat).toSorted();
    await noteEvent(trx, null, { kind: 'seats-awaited', seats, since, mark: value, before: compared });
  });
}

/**
 * Lets what an embedded ledger has until now wait for a supervisor, because it may be settled in another ledger that has it too.
 * @param target id of the ledger that it is copied into; null for an unknown one
 * @returns what its entry has to tell
 */
export async function awaitUnnamed(
  trx: Work,
  { makeId, now }: Pick<OwnServices, 'makeId' | 'now'>,
  target: string | null,
) {
  const before = await readSetting(trx, comparedName);
  const mark = fileMark + (target === null ? '' : `${target} `) + makeId();
  const since = await afterAll(trx, now());
  await putSetting(trx, comparedName, mark);
  await trx
    .insertInto('awaited_seats')
    .values({ seat: unnamedSeats, since })
    .onConflict((conflict) => conflict.column('seat').doUpdateSet({ since }))
    .execute();
  return { kind: 'seats-awaited', seats: [unnamedSeats], since, mark, before } as const;
}

/**
 * True where another seat has signed under this one's name, which a person or an edited file may have given to both: nobody knows which of
 * them is awaited.
 * @param signer of this seat's chain
 */
export const hasNamesake = ({ seat, now }: OwnServices, engine: Engine, signer: string): Promise<boolean> =>
  engine.read(async (db) => {
    const others = signedLately(db, now()).select('last.seat').where('last.seat', '=', seat);
    return (await others.where('last.signer', '!=', signer).limit(1).execute()).length > 0;
  });

/** Attempts by which a seat looks for another computer with its key. */
const comparedWithTwin = 500;

/**
 * True where somebody else has this seat's key, as on a computer with a copy of its data folder: the ledger has answered payments under
 * that key that the journal lacks, so that it may not know what is lost.
 */
export async function hasTwin({ now }: OwnServices, commits: OwnCommits, on: Engine, signer: string): Promise<boolean> {
  const since = commits.since() ?? new Date(now().getTime() - lately * oneDay).toISOString();
  const rows = await on.read((db) =>
    db
      .selectFrom('audit_links')
      .innerJoin('attempts', 'attempts.id', 'subject_id')
      .select('attempts.id')
      .where('signer', '=', signer)
      .where('subject', '=', 'payment')
      .where('revision', '=', 1)
      .where('started_at', '>=', since)
      // One without an answer may be of a program that was killed before its journal had it.
      .where('standing', 'in', ['approved', 'declined', 'rejected'])
      .orderBy('link', 'desc')
      .limit(comparedWithTwin)
      .execute(),
  );
  return rows.some(({ id }) => commits.commit(id) === null);
}

/** Takes a seat off the list, once it has written back what the server with this mark lacked. */
export const noLongerAwaited = ({ seat, noteEvent }: OwnServices, engine: Engine, mark: string | null): Promise<void> =>
  engine.write(async (trx) => {
    await trx.deleteFrom('awaited_seats').where('seat', '=', seat).execute();
    await noteEvent(trx, null, { kind: 'seat-compared', mark: mark ?? '' });
  });

/** Counts more, in the transaction that writes them back. */
export async function countWrittenBack(trx: Database, count: number): Promise<void> {
  await trx
    .insertInto('ledger_settings')
    .values({ name: writtenBackName, value: String(count) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: sql<string>`cast(cast(ledger_settings.value as integer) + ${sql.lit(count)} as text)` }),
    )
    .execute();
}

/** Takes off the list, and forgets of the count, what a supervisor has seen. Another seat may have noticed a later loss since. */
export async function acceptState(trx: Work, { writtenBack, awaited }: ServerState): Promise<void> {
  for (const [seat, since] of awaited)
    await trx.deleteFrom('awaited_seats').where('seat', '=', seat).where('since', '=', since).execute();
  await trx.deleteFrom('ledger_settings').where('name', 'like', `${lostRemovals}%`).execute();
  const counted = trx.deleteFrom('ledger_settings').where('name', '=', writtenBackName);
  await counted.where('value', '=', String(writtenBack)).execute();
}
