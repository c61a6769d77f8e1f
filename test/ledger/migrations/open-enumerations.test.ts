/** Ledgers of every earlier schema pass the fifth migration with each row, index and constraint, and remain usable. */
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { migrations } from '#electron/ledger/migrations/applied.ts';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { engines, makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { capture, guard, newAttempt, query, value, waitingHolds } from '#test/fixtures/examples.ts';
import { createOldSchema, oldAttempt, oldHold, onDatabase, type OldRow } from '#test/fixtures/ledger/old-ledger.ts';

const tables = ['attempts', 'holds', 'instances', 'batches', 'batch_rows', 'operator_names', 'ledger_events'] as const;
/** Tables of the first schema. Later ones add to them. */
const firstTables = tables.slice(0, -1);

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** Rows of every state, with a hold in each state. */
function oldRows() {
  const held = (minute: number, changes: OldRow = {}) =>
    oldAttempt({ operation: 'authorize', hold_days: 5, started_at: at(minute), ...changes });
  const [open, capturing, captured, unsure, voided] = [held(1), held(2), held(3), held(4), held(5)];
  const captures = (authorization: OldRow, minute: number, changes: OldRow) =>
    oldAttempt({
      operation: 'capture',
      hold_id: authorization['id'] ?? null,
      card_fingerprint: null,
      tax_amount: null,
      started_at: at(minute),
      batch_id: 'batch',
      ...changes,
    });
  const taken = captures(capturing, 12, { state: 'sending', standing: 'sending', instance_id: 'alive' });
  const done = captures(captured, 13, {});
  const lost = captures(unsure, 14, { state: 'unknown', standing: 'unknown', unknown_cause: 'no-answer' });
  const refused = captures(voided, 15, { state: 'rejected', standing: 'rejected', service_code: '661' });
  const attempts = [
    open,
    capturing,
    captured,
    unsure,
    voided,
    taken,
    done,
    lost,
    refused,
    captures(open, 11, { state: 'declined', standing: 'declined' }),
    oldAttempt({ started_at: at(20) }),
    oldAttempt({
      started_at: at(21),
      state: 'not-sent',
      standing: 'not-sent',
      not_sent_cause: 'dns',
      raw_answer: null,
    }),
    oldAttempt({
      started_at: at(22),
      state: 'unknown',
      standing: 'declined',
      unknown_cause: 'crash',
      resolved_outcome: 'declined',
      resolved_how: 'person',
      resolved_by: 'Sol',
      resolved_at: at(40),
      resolved_reference: '',
      resolved_note: 'Looked up',
      raw_answer: 'x'.repeat(20_000),
    }),
  ];
  const holds = [
    oldHold(open),
    oldHold(capturing, { state: 'capturing', capture_id: taken['id'] ?? null }),
    oldHold(captured, { state: 'captured', capture_id: done['id'] ?? null }),
    oldHold(unsure, { state: 'capture-unknown', capture_id: lost['id'] ?? null }),
    oldHold(voided, { state: 'voided', capture_id: refused['id'] ?? null }),
  ];
  return { open, done, lost, attempts, holds };
}

type AnyDatabase = Kysely<Readonly<Record<string, OldRow>>>;

type Rows = Readonly<Record<string, readonly OldRow[]>>;

const rowsOf = async (db: AnyDatabase, names: readonly string[]): Promise<Rows> => {
  const all: Record<string, readonly OldRow[]> = {};
  for (const name of names) all[name] = await db.selectFrom(name).selectAll().execute();
  return all;
};

/** Writes out the rows with every column of the former ones. A column that has been added shows only if it is not empty. */
const textOf = (rows: Rows, former: Rows): Readonly<Record<string, readonly string[]>> => {
  const texts: Record<string, readonly string[]> = {};
  for (const [table, all] of Object.entries(rows)) {
    const known = new Set(Object.keys(former[table]?.[0] ?? {}));
    texts[table] = all
      // PostgreSQL's trigger does not depend on the words in the column, which schema 4 empties.
      .map(({ words: _words, ...row }) => {
        const told = Object.keys(row).filter((name) => known.has(name) || row[name] !== null);
        return JSON.stringify(row, told.toSorted());
      })
      .toSorted();
  }
  return texts;
};

async function write(db: AnyDatabase, schema: number) {
  const { attempts, holds, ...named } = oldRows();
  await db.insertInto('holds').values(holds).execute();
  for (const attempt of attempts) await db.insertInto('attempts').values(attempt).execute();
  await db.insertInto('instances').values({ id: 'alive', seat: 'Till', host: 'h', pid: 1, beat_at: 1 }).execute();
  await db
    .insertInto('batches')
    .values({ id: 'batch', seat: 'Till', instance_id: 'alive', started_at: at(10), finished: 0 })
    .execute();
  for (const [index, { id, amount }] of holds.entries()) {
    await db
      .insertInto('batch_rows')
      .values({
        batch_id: 'batch',
        row_number: index,
        hold_id: id ?? null,
        amount: amount ?? null,
        status: index === 0 ? 'skipped' : 'done',
        skip_reason: index === 0 ? 'stopped' : null,
        attempt_id: null,
      })
      .execute();
  }
  await db
    .insertInto('operator_names')
    .values([{ name: 'Ana' }, { name: 'Sol' }])
    .execute();
  if (schema >= 2) {
    await db
      .insertInto('ledger_events')
      .values({
        id: '00000000-0000-7000-8000-000000000001',
        at: at(30),
        operator_name: 'Sol',
        seat: 'Till',
        kind: 'restore',
        facts: '{"kind":"restore","attempts":1,"file":"/copy.db"}',
      })
      .execute();
  }
  return named;
}

describe.each(engines)('a ledger on %s', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await makeStore(engine);
  });
  afterEach(() => store.drop());

  const namesOf = async (ledger: StoredLedger, of: string): Promise<readonly string[]> =>
    (await sql<{ name: string }>`${sql.raw(of)}`.execute(ledger.engine.db)).rows.map(({ name }) => name).toSorted();
  const indexes =
    engine === 'SQLite'
      ? `select name from sqlite_schema where type = 'index' and name not like 'sqlite_%'`
      : `select indexname as name from pg_indexes where schemaname = 'public' and indexname not like '%_pkey'`;
  const checks =
    engine === 'SQLite'
      ? `select name || ' ' || sql as name from sqlite_schema where type in ('table', 'trigger') and name not like 'attempt_words%'`
      : `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as name from pg_constraint
         where connamespace = 'public'::regnamespace and contype in ('c', 'f')`;

  it.each([1, 2, 3, 4])('of schema %i keeps every row', async (schema) => {
    const known = schema >= 2 ? tables : firstTables;
    const before = await onDatabase(store.address, async (db) => {
      await createOldSchema(db, engine, schema);
      await write(db, schema);
      return rowsOf(db, known);
    });
    const ledger = await store.open();
    const without = { seat: 'Front desk' };
    const after = await rowsOf(ledger.engine.db as never, known);
    // The seat that has it open records its heartbeat, and its index marks the rows that it has indexed.
    const counted = (rows: Rows) => {
      const texts = textOf(rows, before);
      return {
        ...texts,
        attempts: texts['attempts']?.map((row) => row.replace(/"indexed":\d/, '"indexed":-')),
        instances: texts['instances']?.filter((row) => !row.includes(`"seat":"${without.seat}"`)),
      };
    };
    expect(counted(after)).toEqual(counted(before));
  });

  it.each([1, 2, 3, 4])('of schema %i has the schema of a new ledger afterwards', async (schema) => {
    const fresh = await makeStore(engine);
    try {
      await onDatabase(store.address, (db) => createOldSchema(db, engine, schema));
      const [migrated, made] = [await store.open(), await fresh.open()];
      for (const what of [indexes, checks]) expect(await namesOf(migrated, what)).toEqual(await namesOf(made, what));
      const names = migrations.map(({ name }) => name);
      expect(await namesOf(migrated, 'select name from schema_version')).toEqual(names.toSorted());
      expect(names.slice(0, 5)).toEqual([
        'attempts-and-holds',
        'ledger-events',
        'ledger-settings',
        'search-in-pauses',
        'open-enumerations',
      ]);
    } finally {
      await fresh.drop();
    }
  });

  it.each([1, 4])(
    'of schema %i still captures once, searches, lists the queue and keeps the audit trail',
    async (schema) => {
      const { open, done, lost } = await onDatabase(store.address, async (db) => {
        await createOldSchema(db, engine, schema);
        return write(db, schema);
      });
      const ledger = await store.open();
      const db = ledger.engine.db;
      for (const live of [done, lost]) {
        const again = { ...live, id: 'again', position: 1 };
        await expect(
          db
            .insertInto('attempts')
            .values(again as never)
            .execute(),
        ).rejects.toThrow(/unique/i);
      }
      const holdId = String(open['id']);
      value(await ledger.begin(capture(holdId), null));
      expect(await ledger.begin(capture(holdId), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });

      const text = 'maria.gonzalez';
      expect((await ledger.search(query({ text, state: 'declined' }))).attempts).toHaveLength(2);
      const waiting = await ledger.holds(waitingHolds(), at(0));
      expect(waiting.holds.map(({ state }) => state).toSorted()).toEqual(['capture-unknown', 'capturing', 'capturing']);
      await ledger.note('Sol', { kind: 'restore', attempts: 1, file: '/copy.db' });
      await expect(db.deleteFrom('ledger_events').execute()).rejects.toThrow('can only be added to');
      value(await ledger.begin(newAttempt(), guard()));
    },
  );

  it('accepts later operations and hold states, and still refuses invalid amounts', async () => {
    const ledger = await store.open();
    const db = ledger.engine.db as never as AnyDatabase;
    const held = oldAttempt({ operation: 'authorize', started_at: at(1) });
    const add = (row: OldRow) => db.insertInto('attempts').values(row).execute();
    await add(held);
    await db
      .insertInto('holds')
      .values(oldHold(held, { state: 'voiding' }))
      .execute();
    const hold_id = held['id'] ?? null;
    const later = oldAttempt({ operation: 'void', state: 'pending', standing: 'pending', hold_id, started_at: at(2) });
    await add(later);

    const wrong: readonly OldRow[] = [
      { amount: 0 },
      { standing: 'approved', state: 'declined' },
      { last_four: '12345' },
      { operation: 'capture', hold_id: null },
      { operation: 'sell', hold_id },
      { operation: 'authorize', hold_id },
    ];
    for (const [index, changes] of wrong.entries()) {
      const row = oldAttempt({ started_at: at(10 + index), ...changes });
      await expect(add(row), JSON.stringify(changes)).rejects.toThrow(/check/i);
    }
    await expect(
      db
        .insertInto('holds')
        .values({ ...oldHold(held), id: 'h', amount: 0 })
        .execute(),
    ).rejects.toThrow(/check/i);
    // An outcome unknown to this version may have moved money.
    await expect(add(oldAttempt({ operation: 'capture', hold_id, started_at: at(20) }))).rejects.toThrow(/unique/i);
  });
});

it('the migration leaves a running seat of schema 4 on PostgreSQL able to record and to answer', async () => {
  const store = await makeStore('PostgreSQL');
  const address = store.address;
  if (address.engine !== 'PostgreSQL') throw new Error('not the shared engine');
  const older = new pg.Client(connectionConfigs({ ...address, ca: null })[0]);
  try {
    await onDatabase(address, (db) => createOldSchema(db, 'PostgreSQL', 4));
    await older.connect();
    const write = (row: OldRow) => {
      const names = Object.keys(row);
      const marks = names.map((_, index) => `$${index + 1}`);
      return older.query({
        name: 'begin',
        text: `insert into attempts (${names.join(', ')}) values (${marks.join(', ')})`,
        values: Object.values(row),
      });
    };
    await write(oldAttempt({ started_at: at(1) }));
    const ledger = await store.open();
    const sending = oldAttempt({ started_at: at(2), state: 'sending', standing: 'sending', instance_id: 'older' });
    await write(sending);
    await older.query(
      `update attempts set state = 'approved', standing = 'approved', words = null, indexed = 0 where id = $1`,
      [sending['id']],
    );
    expect((await ledger.search(query({ text: 'gonzalez' }))).attempts.map(({ state }) => state)).toEqual([
      'approved',
      'approved',
    ]);
  } finally {
    await older.end();
    await store.drop();
  }
});
