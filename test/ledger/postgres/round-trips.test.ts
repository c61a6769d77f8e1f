/** Round trips to the server on the way of a payment, counted on the wire: each costs the delay of the line. */
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPostgresLedger, type PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import { indexPortionInPostgres } from '#electron/ledger/postgres/search/postgres-index.ts';
import { types } from '#electron/ledger/postgres/connection/connection-config.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import { ledgerNow } from '#electron/ledger/engine/engine.ts';
import { checkTrail } from '#electron/ledger/trail/check/check-trail.ts';
import { unwatched } from '#electron/core/ports/course.ts';
import { oneMinute } from '#shared/durations.ts';
import { recordHeartbeat } from '#electron/ledger/seats/instances.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { approved, capture, guard, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

let store: SharedStore;
let folder: string;
let wire: net.Server;
/** Address of the server behind the wire. */
let wired: URL;
/** Round trips of each connection and bytes of both directions, the payments' first. */
let connections: { trips: number; bytes: number; isOpen: boolean }[];
/** Answers of the server that the seat does not get yet; null while it gets them. */
let withheld: (() => void)[] | null;
/** The first connection whose answers are withheld; those before it get theirs. */
let withheldFrom: number;
// A heartbeat of its own would be counted on a busy machine.
withoutHeartbeats();
beforeEach(async () => {
  folder = temporaryFolder();
  store = await storeOfTest('PostgreSQL');
  connections = [];
  withheld = null;
  withheldFrom = 0;
});
afterEach(() => void wire.close());

/** Begins to listen between a seat and the server, and counts how often the seat speaks after an answer. */
async function listen({ hostname, port }: URL): Promise<number> {
  wire = net.createServer((seat) => {
    const server = net.connect(Number(port), hostname);
    const connection = { trips: 0, bytes: 0, isOpen: true };
    seat.on('close', () => (connection.isOpen = false));
    const place = connections.push(connection) - 1;
    let isAnswered = true;
    seat.on('data', (bytes) => {
      if (isAnswered) connection.trips += 1;
      isAnswered = false;
      connection.bytes += bytes.length;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      connection.bytes += bytes.length;
      if (withheld === null || place < withheldFrom) seat.write(bytes);
      else withheld.push(() => seat.write(bytes));
    });
    for (const [end, other] of [
      [seat, server],
      [server, seat],
    ] as const)
      end.on('error', () => undefined).on('close', () => other.destroy());
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const address = wire.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

async function open(options: Partial<PostgresLedgerOptions> = {}): Promise<StoredLedger> {
  const { address } = store;
  const port = await listen(new URL(address.url));
  wired = new URL(address.url);
  wired.host = `127.0.0.1:${port}`;
  const journal = journalIn(path.join(folder, 'journal.db'));
  // It would be put back with the folder that is removed now.
  onTestFinished(() => journal.close());
  return openPostgresLedger({
    ...seatParts('Till'),
    trail: trailHeadsIn(folder, reportBug),
    url: wired.href,
    password: address.password,
    ca: null,
    poolSize: 2,
    required: [],
    journal,
    ...options,
  });
}

/** The ledger of a seat that has been open before, its round trips on the payments' connection, and how many a piece of work takes. */
async function reopened(options: Partial<PostgresLedgerOptions> = {}) {
  await (await open()).close();
  wire.close();
  connections = [];
  const ledger = await open(options);
  const [payments = { trips: 0, bytes: 0 }] = connections;
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = payments.trips;
    await work();
    return payments.trips - before;
  };
  return { ledger, payments, counted };
}

/** Connections that were opened, and bytes of the payments' one. */
interface Traffic {
  readonly opened: number;
  readonly bytes: number;
}

/** Returns the least traffic of three: the audit trail may be checked beside one of them. */
async function calmest(measure: () => Promise<Traffic>): Promise<Traffic> {
  const [first, ...others] = [await measure(), await measure(), await measure()];
  return others.reduce(
    (least, { opened, bytes }) => ({ opened: Math.min(least.opened, opened), bytes: Math.min(least.bytes, bytes) }),
    first,
  );
}

it('are twelve at most at an opening with its recovery, two for a sale, and three for a capture', async () => {
  const { ledger, payments, counted } = await reopened();
  await ledger.recover();
  expect(payments.trips).toBeGreaterThan(5);
  // Eleven, and one more where an answer comes in two parts and the next words stand between them.
  expect(payments.trips).toBeLessThanOrEqual(12);

  const hold = newAttempt();
  const authorized = async () => {
    value(await ledger.begin(hold, guard()));
    await ledger.finish(hold.id, approved(), new Date().toISOString());
  };
  expect(await counted(authorized)).toBe(2);
  expect(await counted(() => ledger.hold(hold.id))).toBe(1);
  expect(await counted(() => record(ledger, capture(hold.id)))).toBe(2);
  expect(await ledger.hold(hold.id)).toMatchObject({ state: 'captured', capture: { state: 'approved' } });
  await ledger.close();
});

it('are on the payments’ connection at a first opening, which waits for no other', async () => {
  const answers: (() => void)[] = [];
  withheld = answers;
  withheldFrom = 1;
  const ledger = await open({ poolSize: 4 });
  expect(connections[0]?.trips).toBeGreaterThan(5);
  withheld = null;
  for (const answer of answers) answer();
  await ledger.close();
});

it('are one for many holds of a batch, and of its captures overlap: none waits for the answer to another one', async () => {
  const { ledger, counted } = await reopened();
  const holds = [newAttempt(), newAttempt(), newAttempt(), newAttempt()];
  for (const hold of holds) await record(ledger, hold);
  expect(await counted(() => ledger.holdsById(holds.map(({ id }) => id)))).toBe(1);
  const server = await store.open();
  withheld = [];
  const begun = Promise.all(holds.map(({ id }) => ledger.begin(capture(id), null)));
  const capturing = async () => (await server.holdsById(holds.map(({ id }) => id))).map(({ state }) => state);
  await expect.poll(capturing).toEqual(holds.map(() => 'capturing'));
  const answers = withheld;
  withheld = null;
  for (const answer of answers) answer();
  for (const each of await begun) expect(each.ok).toBe(true);
  await ledger.close();
});

it('are 75 at most for an opening that writes back 105 lost payments, and says how far it is', async () => {
  const first = await open();
  const holds = Array.from({ length: 65 }, () => newAttempt());
  const captures = holds.slice(0, 40).map(({ id }) => capture(id));
  for (const each of [holds, captures]) await Promise.all(each.map((attempt) => record(first, attempt)));
  await first.close();
  wire.close();
  connections = [];
  const beside = await store.open();
  const before = await beside.holdsById(holds.map(({ id }) => id));
  await beside.engine.write(async (trx) => {
    await trx.deleteFrom('attempts').execute();
    await trx.deleteFrom('holds').execute();
  });
  const onMigration = vi.fn();
  const ledger = await open({ onMigration });
  const [payments = { trips: 0, bytes: 0 }] = connections;
  expect(onMigration.mock.calls.flat()).toEqual([0, 100].map((done) => ({ kind: 'writing-back', done, of: 105 })));
  expect(await beside.holdsById(holds.map(({ id }) => id))).toMatchObject(
    before.map(({ id, state, capture: settled }) => ({ id, state, capture: settled && { id: settled.id } })),
  );
  expect(ledger.otherServer()).toMatchObject({ missing: 0, writtenBack: 105 });
  // Three transactions, because it takes a hundred at a time, and the captures wait for their holds.
  expect(payments.trips).toBeLessThanOrEqual(75);
  await ledger.close();
});

it('carry little with each heartbeat, and no more for three hundred other seats', async () => {
  const { ledger, payments } = await reopened();
  const { engine } = ledger;
  const beaten = async () => {
    const before = { opened: connections.length, bytes: payments.bytes };
    await recordHeartbeat(engine, { id: 'instance', seat: 'Till', ended: new Set() });
    await ledger.recover();
    return { opened: connections.length - before.opened, bytes: payments.bytes - before.bytes };
  };
  const alone = await calmest(beaten);
  // 0.5 kB a second are the goal of a seat that shows nothing, and it beats every five seconds.
  expect(alone.bytes).toBeLessThan(900);
  await engine.write((trx) =>
    sql`insert into instances (id, seat, host, pid, beat_at)
      select 'instance-' || number, 'Seat ' || number, 'host', number, ${ledgerNow} from generate_series(1, 300) as number`.execute(
      trx,
    ),
  );
  expect((await calmest(beaten)).bytes).toBeLessThan(alone.bytes + 200);
  await ledger.close();
});

it('open no connection for the look of each minute, and carry no more for three hundred seats that compared', async () => {
  let minutes = 0;
  const now = () => new Date(Date.now() + minutes * oneMinute);
  const { ledger, payments } = await reopened({ now, patience: { idle: 10 } });
  const { engine } = ledger;
  const looked = async () => {
    await expect.poll(() => connections.every(({ isOpen }, index) => index === 0 || !isOpen)).toBe(true);
    minutes += 1;
    const before = { opened: connections.length, bytes: payments.bytes };
    await ledger.recover();
    return { opened: connections.length - before.opened, bytes: payments.bytes - before.bytes };
  };
  const alone = await calmest(looked);
  expect(alone.opened).toBe(0);
  expect(alone.bytes).toBeLessThan(1_200);
  await engine.write((trx) =>
    sql`insert into ledger_events (id, at, operator_name, seat, kind, facts)
      select 'event-' || number, ${now().toISOString()}, 'Ana', 'Seat ' || number, 'seat-compared', '{}'
      from generate_series(1, 300) as number`.execute(trx),
  );
  // Reads them once, beside the payments.
  expect(await looked()).toMatchObject({ opened: 1 });
  const many = await calmest(looked);
  expect(many.opened).toBe(0);
  expect(many.bytes).toBeLessThan(alone.bytes + 50);
  await ledger.close();
});

it('do not grow with the other seats for the check after a start', async () => {
  const { ledger } = await reopened();
  const { engine } = ledger;
  const signers = Array.from({ length: 200 }, (_, index) => `signer-${String(index).padStart(3, '0')}`);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * oneMinute).toISOString();
  const linkOf = (signer: string, link: number) => ({
    signer,
    link,
    hash: `${signer} ${link}`,
    seat: signer,
    linked_at: minutesAgo(29.5 - link),
    subject: 'payment' as const,
    subject_id: newId(),
    revision: 1,
    facts: null,
    digest: '',
    signature: '',
  });
  /** Checks as a start does, beside seats of which it knows every second one by its third link. */
  async function checked(others: readonly string[]) {
    await engine.write(async (trx) => {
      for (const link of Array.from({ length: 25 }, (_, index) => index + 1)) {
        await trx
          .insertInto('audit_links')
          .values(others.map((signer) => linkOf(signer, link)))
          .execute();
      }
    });
    const known = others.filter((_, index) => index % 2 === 0);
    const head = {
      signer: 'own',
      ledger: '',
      seat: 'Till',
      at: minutesAgo(0),
      link: 0,
      hash: '',
      cuts: [],
      restored: null,
      verified: null,
      others: known.map((signer) => ({ signer, link: 3, hash: `${signer} 3`, own: false })),
    };
    const witnessed: unknown[] = [];
    const tripsOf = () => connections.reduce((sum, { trips }) => sum + trips, 0);
    const before = tripsOf();
    const report = await checkTrail({
      engine,
      seat: 'Till',
      now: () => new Date(),
      chain: {
        head: () => head,
        witness: (seen) => Promise.resolve(void witnessed.push(...seen)),
        verified: () => Promise.resolve(),
      },
      heads: {
        isLost: () => false,
        unvouched: () => new Set<string>(),
        own: () => new Set(),
        elsewhere: () => new Set(),
        mark: () => Promise.resolve(null),
      },
      findUnsigned: () => Promise.resolve([]),
      extent: 'recent',
      pause: 0,
      course: unwatched,
    });
    // They go on with what is older than ten minutes. The others are strangers.
    expect(witnessed).toEqual(known.map((signer) => ({ signer, link: 19, hash: `${signer} 19`, own: false })));
    return { trips: tripsOf() - before, report };
  }
  const few = await checked(signers.slice(0, 2));
  expect(few.report).toMatchObject({ links: 50, chains: 2, breaks: 1, first: { kind: 'stranger' } });
  await engine.write((trx) => sql`alter table audit_links disable trigger all`.execute(trx));
  await engine.write((trx) => sql`delete from audit_links`.execute(trx));
  const many = await checked(signers);
  expect(many.report).toMatchObject({ links: 5_000, chains: 200, breaks: 100 });
  expect(many.trips).toBeLessThan(few.trips + 20);
  await ledger.close();
});

it('are four for the words of new payments in the index', async () => {
  const { ledger } = await reopened();
  const { id } = value(await ledger.begin(newAttempt(), null));
  await ledger.close();
  connections = [];
  const { user, password } = inject('postgres');
  const [host, port, database] = ['127.0.0.1', Number(wired.port), wired.pathname.slice(1)];
  const pool = new pg.Pool({ host, port, user, password, database, types, max: 1 });
  // It ends without waiting for its connection, which the drop of the database may meet.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = queriesOn(pool, () => pool.end());
  const { position } = await db
    .selectFrom('attempts')
    .select('position')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db.insertInto('attempts_unindexed').values({ position }).execute();
  const [connection = { trips: 0, bytes: 0 }] = connections;
  const before = connection.trips;
  expect(await indexPortionInPostgres(db)).toBe(false);
  expect(connection.trips - before).toBe(4);
  expect(await db.selectFrom('attempts_unindexed').selectAll().execute()).toEqual([]);
  const words = await sql<{ position: string }>`select position from attempt_words`.execute(db);
  expect(words.rows.map((row) => Number(row.position))).toEqual([position]);
  await db.destroy();
});
