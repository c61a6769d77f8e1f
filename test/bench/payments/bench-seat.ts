/** A seat as the program composes it, over a service in another process, and the bare payment beside it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Pool } from 'undici';
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { answeredRow, newRow, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { newId } from '#shared/new-id.ts';
import { bareCommits as postgresCommits } from '#test/bench/ledger/postgres.ts';
import { bareCommits as sqliteCommits } from '#test/bench/ledger/sqlite.ts';
import { cashier, draft } from '#test/fixtures/drafts.ts';
import { approved, fingerprintOf, newAttempt, value } from '#test/fixtures/examples.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';
import type { ServiceAddress } from './service-process.ts';

export interface BenchService extends ServiceAddress {
  /** Changes the time that each answer takes, in ms. */
  take(time: number): Promise<void>;
  close(): void;
}

export async function startBenchService(time: number): Promise<BenchService> {
  const child = fork(fileURLToPath(new URL('service-process.ts', import.meta.url)), [String(time)], { execArgv: [] });
  const [address] = (await once(child, 'message')) as [ServiceAddress];
  return {
    ...address,
    async take(next) {
      child.send(next);
      await once(child, 'message');
    },
    close: () => void child.kill(),
  };
}

/** Takes bugs: one ends the benchmark. */
export const fail = (error: unknown): never => {
  throw error;
};

export interface BenchSeat {
  readonly world: World;
  /** Authorizes a payment of its own. Fails unless it is approved. */
  pay(): Promise<void>;
  close(): Promise<void>;
}

let amounts = 0;
/** A draft that looks like no other one. */
const nextDraft = () => draft({ amount: 1_000 + ++amounts, taxAmount: 0 });

/** @param folder data folder of the seat, made when missing */
export async function openBenchSeat(
  folder: string,
  { origin, ca }: ServiceAddress,
  store?: StoreAddress,
): Promise<BenchSeat> {
  await mkdir(folder, { recursive: true });
  const address = store ?? { engine: 'SQLite', file: join(folder, 'ledger.db') };
  const own = join(folder, 'own-commits.db');
  const ledger = await openLedger(address, 'Bench', undefined, undefined, own, trailHeadsIn(folder, fail));
  const gateway = createGateway({ userAgent: 'caja/bench', resolveProxy: () => Promise.resolve('DIRECT') });
  const closing: (() => unknown)[] = [];
  const world = await createWorld({
    folder,
    gateway,
    sharedLedger: ledger,
    training: { origin, ca, cclw: 'A1B2C3D4'.repeat(16), apiKey: 'part1|part2' },
    atEnd: (close) => void closing.push(close),
  });
  return {
    world,
    async pay() {
      const paid = value(await world.payments.authorize(nextDraft(), cashier));
      if (paid.state !== 'approved') throw new Error(`A payment of the benchmark ended as ${paid.state}.`);
    },
    async close() {
      for (const close of closing) await close();
      await gateway.close();
      await ledger.close();
      if (world.bugs.length > 0) throw world.bugs[0];
    },
  };
}

/** Bare minimum of an authorization: a request, and a durable commit of the same rows before and after it. */
export interface BarePayment {
  post(): Promise<void>;
  /** Returns a payment whose rows are made already. */
  prepare(): () => Promise<void>;
  close(): Promise<void>;
}

/** The fields of an authorization in family A. */
const body = JSON.stringify({
  cclw: 'A1B2C3D4'.repeat(16),
  amount: 125.5,
  taxAmount: 8.21,
  email: 'maria@example.com',
  phone: '50760201236',
  address: '',
  concept: 'Order 5521',
  description: 'Two chairs',
  lang: 'ES',
  customFieldValues: [],
  cardInformation: {
    cardNumber: '4059310181757001',
    expMonth: '12',
    expYear: '30',
    cvv: '739',
    firstName: 'María',
    lastName: 'Pérez',
    cardType: 'VISA',
  },
});

/** The durable commits before and after the request of a bare payment. */
interface PaymentCommits {
  begin(row: ListedRow): unknown;
  /** Writes the answer and opens the hold. */
  finish(row: ListedRow): unknown;
  close(): unknown;
}

const holdColumns = 'id, state, amount, expires_at, expiry_is_estimate, environment, merchant_id';
const holdOf = ({ id, amount, started_at, environment, merchant_id }: ListedRow) =>
  [id, 'open', amount, started_at, 1, environment, merchant_id] as const;

function commitToSqlite(file: string): PaymentCommits {
  const database = connectSqlite(file, 2_000);
  const { insert, update } = sqliteCommits(database);
  const openHold = database.prepare(`insert into holds (${holdColumns}) values (?, ?, ?, ?, ?, ?, ?)`);
  return {
    begin: insert,
    finish(row) {
      database.exec('begin immediate');
      update(row);
      openHold.run(...holdOf(row));
      database.exec('commit');
    },
    close: () => database.close(),
  };
}

/** Each commit takes one round trip: what belongs to it is sent at once. */
async function commitToPostgres(url: string, password: string): Promise<PaymentCommits> {
  const { hostname: host, port, pathname, username: user } = new URL(url);
  const client = new pg.Client({
    host,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
    pipeline: true,
  });
  await client.connect();
  const { insert, update } = postgresCommits(client);
  const openHold = {
    name: 'hold',
    text: `insert into holds (${holdColumns}) values ($1, $2, $3, $4, $5, $6, $7)`,
  } as const;
  return {
    begin: insert,
    finish: (row) =>
      Promise.all([
        client.query('begin'),
        update(row),
        client.query({ ...openHold, values: [...holdOf(row)] }),
        client.query('commit'),
      ]),
    close: () => client.end(),
  };
}

/** @param store with the tables of a ledger */
export async function openBarePayment({ origin, ca }: ServiceAddress, store: StoreAddress): Promise<BarePayment> {
  await (await openLedger(store, 'Bench')).close();
  const commits =
    store.engine === 'SQLite' ? commitToSqlite(store.file) : await commitToPostgres(store.url, store.password);
  const pool = new Pool(origin, { connect: { ca }, connections: 8 });
  let written = 0;
  const since = Date.now();

  async function post(): Promise<void> {
    const headers = { authorization: 'part1|part2', 'content-type': 'application/json', accept: '*/*' };
    const answer = await pool.request({ method: 'POST', path: '/rest/processTx/AUTH', headers, body });
    await answer.body.json();
  }
  function rows(): readonly [ListedRow, ListedRow] {
    const startedAt = new Date(since + ++written).toISOString();
    const attempt = newAttempt({ startedAt, cardFingerprint: fingerprintOf(newId()) });
    const row = { ...newRow({ ...attempt, instanceId: newId() }), position: positionAt(startedAt) + slots / 2 };
    return [row, answeredRow(row, applyAnswer(writtenAttempt(row), approved(), startedAt))];
  }
  return {
    post,
    prepare() {
      const [begun, finished] = rows();
      return async () => {
        await commits.begin(begun);
        await post();
        await commits.finish(finished);
      };
    },
    async close() {
      await pool.close();
      await commits.close();
    },
  };
}
