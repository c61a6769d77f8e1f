/**
 * Seats that a server waits for. A server that went back, or another one in its place, may lack what any seat committed to it. Each seat
 * writes its own back when it connects; until then its captures, voids and refunds are not known there, and another seat would
 * settle the same hold again. So the first seat that notices lists all that were at work, and each takes itself off the list.
 */
import { sql } from 'kysely';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';

/** Name of the setting: the number of payments that seats have written back, which every seat says until a supervisor has seen it. */
const writtenBackName = 'written-back';
/** Name of the setting: the server that seats have begun to compare, and a mark of that beginning. */
const comparedName = 'compared';

export interface ServerState {
  /** Number of payments that seats have written back. */
  readonly writtenBack: number;
  /** Null before the first seat. */
  readonly compared: string | null;
  /** Names of seats. */
  readonly awaited: readonly string[];
}

/** Reads what every seat has to know of the server, in one statement. */
export async function serverState(db: Database): Promise<ServerState> {
  const rows = await db
    .selectFrom('ledger_settings')
    .select(['name', 'value'])
    .where('name', 'in', [writtenBackName, comparedName])
    .unionAll(db.selectFrom('awaited_seats').select((eb) => [eb.val('').as('name'), 'seat as value']))
    .execute();
  const valueOf = (name: string): string | null => rows.find((row) => row.name === name)?.value ?? null;
  return {
    writtenBack: Number(valueOf(writtenBackName) ?? 0),
    compared: valueOf(comparedName),
    awaited: rows.flatMap(({ name, value }) => (name === '' ? [value] : [])).toSorted(),
  };
}

/** True for the server that the mark was made on, as it stood then. */
export const isMarkOf = (compared: string, identity: string): boolean => compared.startsWith(`${identity} `);

export interface Noticed {
  readonly identity: string;
  /** The mark as it was read: another seat may have noticed since, and then nothing is written. */
  readonly compared: string | null;
  /** New, random. */
  readonly mark: string;
  /** Name of this seat, which compares by itself. */
  readonly seat: string;
  readonly since: string;
}

/** Lists the other seats at work, of which the server is not known to have everything; nobody on a server that is new to all. */
export function awaitOthers(engine: Engine, noticed: Noticed): Promise<void> {
  const { identity, compared, mark, seat, since } = noticed;
  const value = `${identity} ${mark}`;
  return engine.write(async (trx) => {
    if (compared === null) {
      const first = { name: comparedName, value };
      await trx
        .insertInto('ledger_settings')
        .values(first)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return;
    }
    const { numUpdatedRows } = await trx
      .updateTable('ledger_settings')
      .set({ value })
      .where('name', '=', comparedName)
      .where('value', '=', compared)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await trx
      .insertInto('awaited_seats')
      .columns(['seat', 'since'])
      .expression((eb) =>
        eb
          .selectFrom('instances')
          .select(['instances.seat', eb.val(since).as('since')])
          .where('instances.seat', '!=', seat)
          .distinct(),
      )
      .onConflict((conflict) => conflict.column('seat').doUpdateSet({ since }))
      .execute();
  });
}

/** Takes a seat off the list, once it has written back what the server lacked. */
export const noLongerAwaited = (engine: Engine, seat: string): Promise<void> =>
  engine.write(async (trx) => {
    await trx.deleteFrom('awaited_seats').where('seat', '=', seat).execute();
  });

/** Empties the list on a supervisor's word. */
export async function awaitNobody(trx: Work): Promise<void> {
  await trx.deleteFrom('awaited_seats').execute();
}

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

/** Begins to count anew, after a supervisor has seen it. */
export async function resetWrittenBack(trx: Database): Promise<void> {
  await trx.deleteFrom('ledger_settings').where('name', '=', writtenBackName).execute();
}
