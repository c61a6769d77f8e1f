/**
 * The ledger fails between the request and its answer, and the program is killed before the ledger is back. The answer
 * is still there when the program is started again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { watchDatabase } from '#electron/ledger/sqlite/damaged-database.ts';
import { watchLog } from '#electron/ledger/sqlite/damaged-log.ts';
import { createOpenLedger } from '#electron/ledger/current/open-selected.ts';
import { newId } from '#shared/new-id.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import { makeStore, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn, waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { startForwarder, type Forwarder } from '#test/support/forwarder.ts';
import { freePort } from '#test/support/free-port.ts';
import { soon } from '#test/support/soon.ts';
import type { AnsweredSeatOrder } from './answered-seat.ts';
import { seatParts, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

const script = fileURLToPath(new URL('./answered-seat.ts', import.meta.url));
const reportBug = (error: unknown): void => {
  throw error;
};

let gateway: TrainingGateway;
let shared: SharedStore;
let cable: Forwarder;
let folder: string;
beforeAll(async () => {
  gateway = await startTrainingGateway();
  shared = await makeStore('PostgreSQL');
  cable = await startForwarder(inject('postgres').port);
});
afterAll(async () => {
  await gateway.close();
  await shared.drop();
  await cable.close();
});
beforeEach(() => {
  folder = temporaryFolder();
});

interface Away {
  readonly address: () => StoreAddress;
  /** @returns a function that brings it back */
  readonly goAway: () => Promise<() => Promise<void>>;
}

const file = () => path.join(folder, 'ledger.db');
const journalFile = () => path.join(folder, 'journal.db');
const records: readonly (readonly [string, Away])[] = [
  [
    'a PostgreSQL server that nothing reaches',
    {
      address: () => {
        const url = new URL(shared.address.url);
        url.host = `127.0.0.1:${cable.port}`;
        return { ...shared.address, url: url.href };
      },
      goAway: async () => {
        cable.leadTo(await freePort());
        cable.cut();
        return () => Promise.resolve(cable.leadTo(inject('postgres').port));
      },
    },
  ],
  [
    'a file locked by another program',
    {
      address: () => ({ engine: 'SQLite', file: file() }),
      goAway: () => {
        // The seat may just be indexing the payment.
        const other = new DatabaseSync(file(), { timeout: 30_000 });
        other.exec('begin immediate');
        return Promise.resolve(() => Promise.resolve(other.close()));
      },
    },
  ],
];

/** Opens the ledger as the program does at its start. */
function openAsProgram(address: StoreAddress) {
  const journal = journalIn(journalFile(), reportBug);
  const answers = answersIn(journal, reportBug);
  const open = createOpenLedger({
    file: file(),
    password: { read: () => Promise.resolve(null) },
    ledgerParts: () => ({ ...seatParts('Till'), reportBug, journal }),
    onSetAside: reportBug,
    log: watchLog(file(), () => new Date()),
    database: watchDatabase(file(), { now: () => new Date(), onFound: () => undefined, reportBug }),
    deliver: answers.deliver,
  });
  return address.engine === 'SQLite'
    ? open({ engine: 'sqlite' }, null)
    : open({ engine: 'postgres', url: address.url, ca: null, poolSize: 2 }, address.password);
}

describe.each(records)('an answer during an outage of %s', (_name, { address, goAway }) => {
  it('is in the ledger with its hold after the program was killed and restarted', async () => {
    const draftId = newId();
    const { origin, ca, cclw, apiKey } = gateway;
    const order: AnsweredSeatOrder = {
      store: address(),
      gateway: { origin, ca, cclw, apiKey },
      journal: journalFile(),
      draft: {
        draftId,
        amount: 125_50,
        taxAmount: 0,
        firstName: 'María',
        lastName: 'González',
        email: `${draftId}@example.org`,
        phone: '60201236',
        concept: 'Order 5521',
        description: 'Two chairs',
        customFieldValues: [],
      },
    };
    const seat = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(seat, 'exit');
    const [outcome] = await once(seat.stdout, 'data');
    expect(String(outcome)).toBe('approved\n');
    const comeBack = await goAway();
    seat.stdin.write('go\n');
    await vi.waitFor(() => expect(waitingIn(order.journal, 'answer')).toEqual([draftId]), soon);
    seat.kill('SIGKILL');
    await exited;
    await comeBack();

    const ledger = await openAsProgram(address());
    const processed = gateway.ledger().find((entry) => entry.email === order.draft.email);
    expect(await ledger.show(draftId)).toMatchObject({
      state: 'approved',
      unknownCause: null,
      references: { codOper: processed?.codOper },
    });
    expect(await ledger.hold(draftId)).toMatchObject({ state: 'open', authorization: { amount: 125_50 } });
    expect(await ledger.unknowns()).toEqual([]);
    expect(waitingIn(order.journal, 'answer')).toEqual([]);
    await ledger.close();
  });
});
