/** The server behind a shared ledger: its promises are checked, and another server is noticed. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { serverFacts } from '#electron/ledger/postgres/connection/server-facts.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { serverPromises } from '#shared/seat/settings.ts';
import { connectBeside, newDatabaseName, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import { guard, merchant, newAttempt, record, reversal, value } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

let folder: string;
let store: SharedStore;
let address: SharedStore['address'];
const opened: StoredLedger[] = [];
// One would write back what the server lacks before the seat is closed.
withoutHeartbeats();
beforeEach(async () => {
  folder = temporaryFolder();
  store = await storeOfTest('PostgreSQL');
  ({ address } = store);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
});

/** Opens as a seat does, with all promises required. */
async function openStrictly(): Promise<StoredLedger> {
  const ledger = await openLedger(address, 'Till', () => new Date(), serverPromises);
  opened.push(ledger);
  return ledger;
}

const real = { ...merchant, environment: 'production' } as const;

describe('a server with its fsync off, as that of the tests', () => {
  it('is said, gets no production payment in any way, and goes on with the others', async () => {
    const ledger = await openStrictly();
    expect(ledger.engine.server?.unkept()).toEqual(['fsync']);
    const refusal = expect.objectContaining({ reason: 'not-durable', message: 'fsync is off' });
    const overridden = { overrideReason: 'A second order' };
    for (const attempt of [newAttempt({ merchant: real }), newAttempt({ merchant: real, ...overridden })]) {
      await expect(ledger.begin(attempt, guard())).rejects.toEqual(refusal);
      expect(await ledger.show(attempt.id)).toBeNull();
    }
    for (const environment of ['training', 'test'] as const) {
      const attempt = newAttempt({ merchant: { ...merchant, environment } });
      expect(await ledger.show(await record(ledger, attempt))).toMatchObject({ state: 'approved' });
    }
  });

  it('gets production payments once it keeps what is required', async () => {
    const ledger = await store.open();
    expect(ledger.engine.server?.unkept()).toEqual([]);
    const attempt = newAttempt({ merchant: real });
    value(await ledger.begin(attempt, guard()));
    expect(await ledger.show(attempt.id)).toMatchObject({ state: 'sending' });
  });
});

it('every write waits for the disk, although the server’s default and a pooler leave it off', async () => {
  const ledger = await store.open();
  const { db } = ledger.engine;
  await sql.raw(`alter database ${new URL(address.url).pathname.slice(1)} set synchronous_commit = off`).execute(db);
  await sql`create table seen (setting text)`.execute(db);
  await sql`create function note_setting() returns trigger language plpgsql as $$
    begin insert into seen values (current_setting('synchronous_commit')); return null; end $$`.execute(db);
  for (const table of ['attempts', 'instances', 'ledger_events']) {
    await sql`create trigger seen after insert on ${sql.ref(table)} execute function note_setting()`.execute(db);
  }
  const seat = await store.open('Till');
  const attempt = newAttempt();
  value(await seat.begin(attempt, guard()));
  value(await seat.begin(newAttempt({ overrideReason: 'Again' }), null));
  await seat.note('Sol', { kind: 'begun-anew', keptFile: 'x' });
  const { rows } = await sql<{ setting: string }>`select setting from seen`.execute(db);
  expect(rows.length).toBeGreaterThanOrEqual(4);
  expect(new Set(rows.map(({ setting }) => setting))).toEqual(new Set(['on']));
  const outside = await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(
    seat.engine.db,
  );
  expect(outside.rows).toEqual([{ value: 'off' }]);
});

it('a calm seat stays connected, although the database’s defaults end a connection or a transaction at once', async () => {
  const { db } = (await store.open()).engine;
  for (const limit of ['idle_session_timeout', 'transaction_timeout'])
    await sql.raw(`alter database ${new URL(address.url).pathname.slice(1)} set ${limit} = '200ms'`).execute(db);
  const seat = await store.open('Till');
  const told: unknown[] = [];
  seat.onAvailability((reason) => told.push(reason));
  await setTimeout(600);
  await seat.engine.write((trx) => sql`select pg_sleep(0.4)`.execute(trx));
  expect(told).toEqual([]);
});

it('every lookalike is found, although an update of the server’s system sorts texts otherwise than its indexes were made', async () => {
  const administrator = await connectBeside(store);
  const administer = (text: string) => administrator.query(text);
  const database = newDatabaseName();
  await administer(`create database ${database} template template0 locale_provider icu icu_locale 'en-US' locale 'C'`);
  // As with many payments, by their index.
  await administer(`alter database ${database} set enable_seqscan = off`);
  const url = new URL(address.url);
  url.pathname = database;
  const open = () => openLedger({ ...address, url: url.href }, 'Till', () => new Date());
  const before = await open();
  const fingerprints = Array.from({ length: 40 }, (_, index) =>
    createHash('sha256').update(String(index)).digest('base64url'),
  );
  for (const cardFingerprint of fingerprints) value(await before.begin(newAttempt({ cardFingerprint }), guard()));
  await sql`analyze attempts`.execute(before.engine.db);
  await before.close();
  await administer(`update pg_database set daticurules = '&z < 0 < 1 < 2 < 3' where datname = '${database}'`);
  const after = await open();
  const found = fingerprints.map((cardFingerprint) => after.begin(newAttempt({ cardFingerprint }), guard()));
  const refused = { ok: false, failure: { kind: 'duplicate' } };
  expect(await Promise.all(found)).toMatchObject(fingerprints.map(() => refused));
  await after.close();
  await administer(`drop database ${database} with (force)`);
  await administrator.end();
});

describe('the identity of a server', () => {
  it('names cluster, timeline and database for an ordinary role', async () => {
    const admin = await store.open();
    const role = `ordinary_${Date.now()}`;
    await sql.raw(`create role ${role} login password 'only-for-tests'`).execute(admin.engine.db);
    await sql.raw(`grant insert, update on attempts, holds to ${role}`).execute(admin.engine.db);
    const url = new URL(address.url);
    url.username = role;
    const client = new pg.Client(connectionConfigs({ url: url.href, password: 'only-for-tests', ca: null })[0]);
    await client.connect();
    try {
      const { identity } = await serverFacts(client, serverPromises);
      expect(identity).toMatch(/^\d{15,} [\dA-F]{8} \d+$/);
    } finally {
      await client.end();
      await sql.raw(`drop owned by ${role}`).execute(admin.engine.db);
      await sql.raw(`drop role ${role}`).execute(admin.engine.db);
    }
  });

  it('that is another one than before is said until a supervisor agrees, on every seat and on the audit trail', async () => {
    const own = path.join(folder, 'own.db');
    const ledger = await store.open('Front desk', undefined, own);
    const attempts = [newAttempt({ operation: 'sell' }), newAttempt({ operation: 'sell' })];
    for (const attempt of attempts) await record(ledger, attempt);
    expect(ledger.engine.server?.isOther()).toBe(false);
    expect(ledger.otherServer()).toBeNull();
    const { db } = ledger.engine;
    // A dump restored into a new database brings the mark of the former one along, and lacks the newest payment.
    await sql`update ledger_settings set value = '7000000000000000000 00000001 16384' where name = 'server'`.execute(
      db,
    );
    await sql`delete from attempts where id = ${attempts[1]?.id}`.execute(db);
    const next = await store.open('Till', undefined, path.join(folder, 'till.db'));
    expect(next.otherServer()).toEqual({ missing: 0, writtenBack: 0, awaited: [] });
    await ledger.close();
    const again = await store.open('Front desk', undefined, own);
    expect(again.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: ['Till'] });
    expect(await again.show(attempts[1]?.id ?? '')).toMatchObject({ state: 'approved' });
    expect(next.engine.server?.isOther()).toBe(true);
    await next.acceptServer('Celia');
    expect(next.engine.server?.isOther()).toBe(false);
    // Names what the front desk noticed, to which nobody has agreed.
    expect(next.otherServer()).toEqual({ missing: 0, writtenBack: 1, awaited: ['Till'] });
    await next.acceptServer('Celia');
    expect(next.otherServer()).toBeNull();
    await next.acceptServer('Celia');
    const { events } = await next.events({ after: null, limit: 10 });
    const accepted = {
      operatorName: 'Celia',
      seat: 'Till',
      deed: { kind: 'server-accepted', missing: 0, awaited: [] },
    };
    const writtenBack = { operatorName: 'Front desk', deed: { kind: 'written-back', attemptId: attempts[1]?.id } };
    const noticed = { operatorName: 'Front desk', deed: { kind: 'seats-awaited', seats: ['Front desk', 'Till'] } };
    const compared = { operatorName: 'Front desk', deed: { kind: 'seat-compared' } };
    const seen = { deed: { kind: 'server-accepted', awaited: ['Till'] } };
    expect(events).toMatchObject([seen, accepted, compared, writtenBack, noticed]);
    const third = await store.open('Third', undefined, path.join(folder, 'third.db'));
    expect(third.engine.server?.isOther()).toBe(false);
    expect(third.otherServer()).toBeNull();
  });
});

it('a server whose trigger turns sign-ins away is told from a bug, in words of ours', async () => {
  const hand = await connectBeside(store);
  await hand.query(`
    create function no_entry() returns event_trigger language plpgsql as 'begin raise exception ''Call us''; end';
    create event trigger no_entry on login execute function no_entry()`);
  await hand.end();
  await expect(openStrictly()).rejects.toMatchObject({
    name: 'LedgerUnavailable',
    reason: 'altered',
    message: expect.not.stringContaining('Call us'),
  });
});

it('a charge that stands twice, in a table of somebody else below that of payments, is told from a bug', async () => {
  const ledger = await store.open();
  const chargeId = await record(ledger, newAttempt({ operation: 'sell' }));
  const hand = await connectBeside(store);
  await hand.query('create table more () inherits (attempts); insert into more select * from only attempts');
  await hand.end();
  const refund = reversal({ chargeId }, { amount: 5_00 });
  await expect(ledger.begin(refund, null)).rejects.toMatchObject({ name: 'LedgerUnavailable', reason: 'altered' });
});
