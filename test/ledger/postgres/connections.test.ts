/** Connections of a seat: one that records payments, few for the screens, and a server that has none left. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connectionConfigs, usualWaits } from '#electron/ledger/postgres/connection/connection-config.ts';
import { createReadsPool } from '#electron/ledger/postgres/connection/reads-pool.ts';
import { serverFacts } from '#electron/ledger/postgres/connection/server-facts.ts';
import { newAttempt, query, record } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { soon } from '#test/support/soon.ts';
import { watchedStore, type WatchedStore } from './seat-connections.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });
/** Closes connections of the screens soon, so that the tests need not wait for it. */
const patience = { idle: 100 };

let store: WatchedStore;
beforeAll(async () => {
  store = await watchedStore();
});
afterEach(() => store.close());
afterAll(() => store.drop());

/** Statements of a seat that `wait` last from `hold` to `release`. */
const wait = sql`select pg_advisory_xact_lock(4711)`;
const hold = () => store.query('select pg_advisory_lock(4711)');
const release = () => store.query('select pg_advisory_unlock(4711)');

const idle = () => vi.waitFor(async () => expect(await store.backends()).toHaveLength(1), soon);

describe('the connections of a seat', () => {
  it('are one while it is idle, and two under screens and payments', async () => {
    const ledger = await store.open({ patience });
    await idle();
    const screens = Array.from({ length: 10 }, () => ledger.search(query()));
    const payments = Array.from({ length: 5 }, () => record(ledger));
    const work = Promise.all([...screens, ...payments]);
    let most = 0;
    const watching = (async () => {
      for (let done = false; !done;) {
        most = Math.max(most, (await store.backends()).length);
        done = await Promise.race([work.then(() => true), pause(1, false)]);
      }
    })();
    await work;
    await watching;
    expect(most).toBe(2);
    await idle();
    await ledger.close();
    await vi.waitFor(async () => expect(await store.backends()).toHaveLength(0), soon);
  });

  it('of the screens survive a caller who gives up while a new one is being checked', async () => {
    const [config] = connectionConfigs({ url: store.urlAt({}), password: inject('postgres').password, ca: null });
    const asking = new pg.Client(config);
    await asking.connect();
    const present = { config: config ?? {}, facts: await serverFacts(asking, []) };
    await asking.end();
    const noteUnkept = vi.fn();
    const link = {
      present: () => present,
      config: () => present.config,
      suspect: vi.fn(),
      onLost: () => () => undefined,
    };
    const reads = createReadsPool({ ...link, noteUnkept }, [], 1, usualWaits);
    const first = await reads.connect();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    noteUnkept.mockImplementationOnce(() => vi.advanceTimersByTime(usualWaits.connect));
    const late = reads.connect().then(
      (client) => client.release(),
      () => undefined,
    );
    first.release(true);
    await late;
    vi.useRealTimers();
    const next = await reads.connect();
    next.release();
    await expect(reads.end()).resolves.toBeUndefined();
  });

  it('let payments through while the screens read', async () => {
    const ledger = await store.open();
    const ended: string[] = [];
    await hold();
    const slow = ledger.engine.read((db) => wait.execute(db)).then(() => ended.push('screen'));
    const waiting = Array.from({ length: 5 }, () => ledger.search(query()));
    for (let count = 0; count < 5; count += 1) await record(ledger);
    ended.push('payments');
    await release();
    await slow;
    await Promise.all(waiting);
    expect(ended).toEqual(['payments', 'screen']);
  });

  it('make a payment busy, not away, when others of the seat take too long', async () => {
    const ledger = await store.open({ patience: { turn: 150 } });
    const heard = vi.fn();
    ledger.onAvailability(heard);
    await hold();
    const begun = Promise.withResolvers<void>();
    const held = ledger.engine.write((trx) => {
      begun.resolve();
      return wait.execute(trx);
    });
    await begun.promise;
    await expect(ledger.begin(newAttempt(), null)).rejects.toEqual(unavailable('busy'));
    await release();
    await held;
    await record(ledger);
    expect(heard).not.toHaveBeenCalled();
  });

  it('end within a minute at the server when the seat is cut off', async () => {
    const ledger = await store.open();
    const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'];
    for (const reading of [ledger.engine.read, ledger.engine.decide]) {
      const { rows } = await reading((db) =>
        sql<{ name: string; setting: string }>`
          select name, setting from pg_settings where name in (${sql.join(names)}) order by name`.execute(db),
      );
      const [count = 0, quiet = 0, interval = 0, unconfirmed = 0] = rows.map(({ setting }) => Number(setting));
      expect(quiet + interval * count).toBeLessThanOrEqual(60);
      expect(quiet).toBeGreaterThan(0);
      expect(unconfirmed).toBeGreaterThan(0);
      expect(unconfirmed).toBeLessThanOrEqual(60_000);
    }
  });
});

describe('a server without a connection for the seat', () => {
  const role = `few_${Date.now()}`;
  const limit = (most: number) => store.query(`alter role ${role} connection limit ${most}`);
  let url: string;
  beforeEach(async () => {
    await store.query(`create role ${role} login password 'only-for-tests'`);
    await store.query(`grant all on schema public to ${role}; grant all on all tables in schema public to ${role}`);
    url = store.urlAt({ user: role });
  });
  afterEach(async () => {
    await store.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
  });

  it('is said to the screens while payments go on', async () => {
    const ledger = await store.open({ url, patience });
    const heard = vi.fn();
    ledger.onAvailability(heard);
    await idle();
    await limit(1);
    // The indexing after an opening may just have a connection, which a later try finds closed.
    const search = () => ledger.search(query()).catch((error: unknown) => error);
    await expect.poll(search, { ...soon, interval: 3 * patience.idle }).toEqual(unavailable('full'));
    await record(ledger);
    await expect(ledger.unknowns()).rejects.toEqual(unavailable('full'));
    expect(heard).not.toHaveBeenCalled();
    await limit(2);
    await ledger.search(query());
    await ledger.close();
  });

  it('is said when the payments have none after a cut, and is used again when it has one', async () => {
    const ledger = await store.open({ url, patience });
    const heard = vi.fn();
    ledger.onAvailability(heard);
    await limit(0);
    const [first] = await store.backends();
    await store.query(`select pg_terminate_backend(${first})`);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('full'), soon);
    await expect(ledger.begin(newAttempt(), null)).rejects.toEqual(unavailable('full'));
    await limit(2);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
    await record(ledger);
    expect(heard.mock.calls.flat()).toEqual(['disconnected', 'full', null]);
    await ledger.close();
  });
});

it.each([
  ['update', 'attempts'],
  ['insert', 'holds'],
  ['update', 'holds'],
])(
  'a role that may not %s %s opens no ledger, because it could begin a payment and not write its answer',
  async (act, table) => {
    await (await store.open({ patience })).close();
    const role = `less_${Date.now()}`;
    await store.query(`create role ${role} login password 'only-for-tests'`);
    onTestFinished(() => store.query(`drop owned by ${role}; drop role ${role}`).then(() => undefined));
    await store.query(`grant all on schema public to ${role}; grant all on all tables in schema public to ${role}`);
    await store.query(`revoke ${act} on ${table} from ${role}`);
    const refused = { reason: 'other', message: expect.stringContaining(`${act} ${table}`) };
    await expect(store.open({ url: store.urlAt({ user: role }), patience })).rejects.toMatchObject(refused);
  },
);

it('a backup uses no connection of the screens', async () => {
  const ledger = await store.open({ patience });
  await record(ledger);
  const slow = ledger.engine.read((db) => sql`select pg_sleep(30)`.execute(db)).catch(() => 'ended');
  const payments = await store.query('select id from attempts');
  expect(await ledger.backUp(join(temporaryFolder(), 'copy.db'))).toBe(payments.length);
  await store.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(30)%'`);
  expect(await slow).toBe('ended');
});
