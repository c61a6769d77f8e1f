/**
 * A ledger with one of everything, made by two seats, and hands that edit it and the first seat's folder as their owner can. After
 * each attack it is put back as it was, so that it is made once.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nobodysHash } from '#electron/core/operators/passcodes.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneHour } from '#shared/durations.ts';
import { newId } from '#shared/new-id.ts';
import { noLimits } from '#shared/seat/operators.ts';
import { connectBeside, type EngineName, type Store } from '#test/fixtures/ledger/engines.ts';
import { trailHeadsIn, type TrailVault } from '#test/fixtures/ledger/trail-heads-in.ts';
import { approved, capture, guard, lost, newAttempt, refused, reversal, value } from '#test/fixtures/examples.ts';
import { closeToday, deed, makeSigningSeat, seenDeclined, sell, type SigningSeat } from '../trail/signing-seat.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** Edits the database past its triggers and constraints. */
export interface Hands {
  run(statement: string): Promise<void>;
  rows(query: string): Promise<readonly Row[]>;
}

interface Payments {
  readonly sale: string;
  readonly hold: string;
  readonly captured: string;
  readonly capture: string;
  readonly refunded: string;
  readonly unknown: string;
  readonly resolved: string;
}

export type Moment = 'earlier' | 'now';

export interface AttackedLedger {
  readonly engine: EngineName;
  readonly hands: Hands;
  readonly payments: Payments;
  /** Data folder of the first seat. */
  readonly folder: string;
  /** Puts everything back, or only the database or the folders. `earlier`: as before the last sale. */
  restore(database?: Moment, folders?: Moment): Promise<void>;
  /**
   * Starts the first seat and checks the whole trail, as Settings does.
   * @param vault another one than the seat's
   * @returns what tells of an attack; null for nothing
   */
  told(vault?: TrailVault): Promise<string | null>;
  /** Does the same, with somebody at work before the check. */
  toldAfter(work: (ledger: StoredLedger) => Promise<unknown>): Promise<string | null>;
  /** Does the same with a vault that is opened after the start. */
  toldLate(): Promise<string | null>;
  /** Does the same at the other seat of a shared ledger. */
  toldElsewhere(): Promise<string | null>;
  drop(): Promise<void>;
}

/** The ledger is this much older than the start after an attack. */
const age = oneHour;
const later = (by: number) => () => new Date(Date.now() + by);
export async function makeAttackedLedger(engine: EngineName): Promise<AttackedLedger> {
  const seat = await makeSigningSeat(engine);
  const { store, folder } = seat;
  const other = engine === 'PostgreSQL' ? await makeSigningSeat(engine, store) : null;
  const kept = await mkdtemp(path.join(tmpdir(), 'caja-attacked-'));
  const owner = engine === 'SQLite' ? sqliteOwner(store, kept) : await postgresOwner(store);

  async function keep(moment: Moment): Promise<void> {
    await owner.keep(moment);
    await cp(folder, path.join(kept, moment, 'first'), { recursive: true });
    if (other !== null) await cp(other.folder, path.join(kept, moment, 'other'), { recursive: true });
  }

  async function putFolder(moment: Moment, name: string, into: string): Promise<void> {
    await rm(into, { recursive: true, force: true });
    await cp(path.join(kept, moment, name), into, { recursive: true });
  }

  const payments = await makePayments(seat, other);
  await keep('earlier');
  const last = await seat.open('Till');
  await sell(last);
  await last.note('Sol', deed);
  await last.close();
  // The other seat remembers how far the first one's chain went.
  for (const each of [seat, other]) {
    const ledger = await each?.open(each === seat ? 'Till' : 'TillB', later(age / 2));
    await ledger?.checkTrail();
    await ledger?.close();
  }
  await keep('now');

  const start = (vault: TrailVault): Promise<StoredLedger> =>
    store.open('Till', later(age), path.join(folder, 'journal.db'), trailHeadsIn(folder, reportBug, vault));

  return {
    engine,
    hands: owner.hands,
    payments,
    folder,
    async restore(database = 'now', folders = 'now') {
      await owner.restore(database);
      await putFolder(folders, 'first', folder);
      if (other !== null) await putFolder('now', 'other', other.folder);
    },
    told: (vault = seat.vault) => toldBy(() => start(vault)),
    toldAfter: (work) => toldBy(() => start(seat.vault), work),
    toldLate: () =>
      toldBy(async () => {
        const vault = { ...seat.vault, locked: true };
        const ledger = await start(vault);
        vault.locked = false;
        return ledger;
      }),
    toldElsewhere: () => (other === null ? Promise.resolve(null) : toldBy(() => other.open('TillB', later(age)))),
    async drop() {
      await owner.end();
      await other?.drop();
      await seat.drop();
      await rm(kept, { recursive: true, force: true });
    },
  };
}

async function toldBy(
  open: () => Promise<StoredLedger>,
  work: (ledger: StoredLedger) => Promise<unknown> = () => Promise.resolve(),
): Promise<string | null> {
  let ledger: StoredLedger;
  try {
    ledger = await open();
  } catch (error) {
    return `refused: ${String(error)}`;
  }
  try {
    await ledger.mend();
    await ledger.recover();
    await work(ledger);
    const { first } = await ledger.checkTrail();
    const server = ledger.otherServer();
    if (first !== null) return first.kind;
    const noticed = await ledger.events({ kinds: ['seats-awaited', 'awaited-put-back'], after: null, limit: 1 });
    if (noticed.events.length > 0) return 'server noticed';
    return server === null ? null : 'another server';
  } catch (error) {
    return `unchecked: ${String(error)}`;
  } finally {
    await ledger.close();
  }
}

async function makePayments(seat: SigningSeat, other: SigningSeat | null): Promise<Payments> {
  const ledger = await seat.open('Till');
  const now = (): string => new Date().toISOString();
  const paid = async (attempt: ReturnType<typeof newAttempt>, answer = approved()): Promise<string> => {
    value(await ledger.begin({ ...attempt, seat: 'Till' }, attempt.cardFingerprint === null ? null : guard()));
    await ledger.finish(attempt.id, answer, now());
    return attempt.id;
  };
  for (let index = 0; index < 2; index++) await ledger.note('Ana', deed);
  const sale = await sell(ledger);
  const hold = await paid(newAttempt());
  const captured = await paid(newAttempt());
  const captures = await paid(capture(captured));
  const refunded = await sell(ledger);
  await paid(reversal({ chargeId: refunded }, { amount: 5_000 }), approved({ answeredAmount: 5_000 }));
  const unknown = await paid(newAttempt({ operation: 'sell' }), lost);
  const resolved = await paid(newAttempt({ operation: 'sell' }), lost);
  await paid(newAttempt({ operation: 'sell' }), refused('declined', '51'));
  value(await ledger.resolve(resolved, seenDeclined()));
  await closeToday(ledger);
  await ledger.checkTrail();
  if (other !== null) {
    const beside = await other.open('TillB');
    await sell(beside, 'TillB');
    await beside.note('Eva', deed);
    await addSupervisor(beside);
    await beside.checkTrail();
    await beside.close();
  }
  await ledger.checkTrail();
  await ledger.close();
  return { sale, hold, captured, capture: captures, refunded, unknown, resolved };
}

/** Adds a supervisor to a shared ledger, as its first seat does. */
async function addSupervisor({ sharedOperators }: StoredLedger): Promise<void> {
  const person = { active: true, mustChange: false, provisionedHash: null, wrong: null };
  const operators = [
    { ...person, id: newId(), name: 'Sol', role: 'supervisor', hash: nobodysHash },
    { ...person, id: newId(), name: 'Ana', role: 'cashier', hash: nobodysHash },
  ] as const;
  await sharedOperators?.write({
    before: null,
    next: { operators, idleMinutes: 5, limits: noLimits },
    by: 'Sol',
    deed: { kind: 'operator-added', name: 'Sol', role: 'supervisor' },
  });
}

interface Owner {
  readonly hands: Hands;
  keep(moment: Moment): Promise<void>;
  restore(moment: Moment): Promise<void>;
  end(): Promise<void>;
}

function sqliteOwner({ address }: Store, folder: string): Owner {
  if (address.engine !== 'SQLite') throw new Error('not a file');
  const { file } = address;
  const copyOf = (moment: Moment): string => path.join(folder, `${moment}.db`);
  const onFile = <Value>(work: (database: DatabaseSync) => Value): Promise<Value> => {
    const database = new DatabaseSync(file);
    try {
      return Promise.resolve(work(database));
    } finally {
      database.close();
    }
  };
  return {
    hands: {
      run: (statement) =>
        onFile((database) => {
          const triggers = database.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all();
          database.exec('pragma ignore_check_constraints = on; pragma foreign_keys = off');
          for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
          try {
            database.exec(statement);
          } finally {
            for (const trigger of triggers) database.exec(String(trigger['sql']));
          }
        }),
      rows: (query) => onFile((database) => database.prepare(query).all() as unknown as readonly Row[]),
    },
    keep: (moment) => cp(file, copyOf(moment)),
    async restore(moment) {
      for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true });
      await cp(copyOf(moment), file);
    },
    end: () => Promise.resolve(),
  };
}

/** OID of the type `bigint`, which the client returns as texts. */
const int8 = 20;

async function postgresOwner(store: Store): Promise<Owner> {
  const client = await connectBeside(store);
  await client.query('set session_replication_role = replica');
  /** Numbers, as the program reads them. */
  async function rows(query: string): Promise<readonly Row[]> {
    const found = await client.query<Row>(query);
    const numbers = found.fields.flatMap(({ name, dataTypeID }) => (dataTypeID === int8 ? [name] : []));
    const asNumbers = (row: Row) => numbers.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return found.rows.map((row) => ({ ...row, ...Object.fromEntries(asNumbers(row)) }));
  }
  const checks = await rows(
    `select conrelid::regclass::text as "table", conname as name from pg_constraint where contype = 'c' and conrelid <> 0`,
  );
  for (const { table, name } of checks) {
    if (!String(table).includes('.'))
      await client.query(`alter table ${String(table)} drop constraint ${String(name)}`);
  }
  const tables = async () =>
    (await rows(`select tablename from pg_tables where schemaname = 'public'`)).map(({ tablename }) =>
      String(tablename),
    );
  return {
    hands: { rows, run: async (statement) => void (await client.query(statement)) },
    async keep(moment) {
      await client.query(`create schema ${moment}`);
      for (const table of await tables()) await client.query(`create table ${moment}.${table} as table ${table}`);
    },
    async restore(moment) {
      const statements = (await tables()).map(
        (table) =>
          `delete from ${table}; insert into ${table} overriding system value select * from ${moment}.${table};`,
      );
      await client.query(`begin; ${statements.join(' ')} commit`);
    },
    end: () => client.end(),
  };
}
