/** A seat as the program composes it, over a service in another process, and the bare payment beside it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { answeredRow, newRow, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { newId } from '#shared/new-id.ts';
import { bareCommits } from '#test/bench/ledger/sqlite.ts';
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
  const own = address.engine === 'SQLite' ? null : join(folder, 'own-commits.db');
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

export async function openBarePayment(folder: string, { origin, ca }: ServiceAddress): Promise<BarePayment> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'bare.db');
  await (await openLedger({ engine: 'SQLite', file }, 'Bench')).close();
  const database = connectSqlite(file, 2_000);
  const commits = bareCommits(database);
  const openHold = database.prepare(
    `insert into holds (id, state, amount, expires_at, expiry_is_estimate, environment, merchant_id) values (?, 'open', ?, ?, 1, ?, ?)`,
  );
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
        commits.insert(begun);
        await post();
        database.exec('begin immediate');
        commits.update(finished);
        openHold.run(finished.id, finished.amount, finished.started_at, finished.environment, finished.merchant_id);
        database.exec('commit');
      };
    },
    async close() {
      await pool.close();
      database.close();
    },
  };
}
