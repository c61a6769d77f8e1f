/**
 * A power cut at any moment: processes that pay against the training gateway are killed with SIGKILL at random points, even
 * inside batches. Afterwards the ledger is compared with the requests that the gateway processed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import type { KeptBatch } from '#shared/ledger/holds.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { openBatchLog } from '#electron/ledger/journal/spools.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { makeStore, type EngineName, type Store } from '#test/fixtures/ledger/engines.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { trailHeadsIn, trailVaultIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { judge } from '#test/soak/judge.ts';
import { judgedAttempts } from '#test/soak/judged-attempts.ts';
import { bundleProcess } from '#test/support/bundle-process.ts';
import { times } from '#test/support/thorough.ts';
import type { PayingSeatOrder } from './paying-seat.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

/** Number of kills on each engine, and of concurrent processes. An embedded ledger has one program at a time. */
const kills: readonly (readonly [EngineName, number, number])[] = [
  ['SQLite', times(8, 100), 1],
  ['PostgreSQL', times(4, 100), 3],
];
/** Stages after whose start the processes are killed, in turn. Batches twice, because a few kills have to meet some. */
const stages = ['sale', 'refund', 'batch', 'recharge', 'authorizations', 'batch', 'void', 'capture'] as const;

/** Milliseconds of a sale on this machine, measured on the processes so far. A kill comes within twice that time. */
let pace = 30;

/** Keeps listening afterwards, because a child whose output is not read would die of that and not of the signal. */
function reached(output: Readable, stage: string): Promise<void> {
  return new Promise((resolve) => {
    let begun: number | null = null;
    output.on('data', (text: Buffer) => {
      const words = text.toString();
      if (begun !== null && words.includes('authorizations')) {
        pace = (pace + performance.now() - begun) / 2;
        begun = null;
      }
      if (words.startsWith('sale')) begun = performance.now();
      if (words.includes(stage)) resolve();
    });
  });
}

/** Bundle of the seats of both engines. Each engine runs a copy of it in its own folder, beside what its seats keep. */
let bundled: string;
beforeAll(async () => {
  bundled = await mkdtemp(join(tmpdir(), 'caja-kill-'));
  await bundleProcess(bundled, 'test/ledger/attempts/paying-seat.ts');
});
afterAll(() => rm(bundled, { recursive: true, force: true }));

describe.each(kills)('the ledger on %s after %i kills of its seats', (engine, count, seats) => {
  let gateway: TrainingGateway;
  let store: Store;
  let folder: string;
  let script: string;
  let attempts: readonly Attempt[];
  let cutOff: readonly KeptBatch[] = [];
  let ledger: StoredLedger;

  /** @param wait ms between the word and the kill. A batch may be over within the usual time. */
  async function lifeOf(
    seat: string,
    stage: string,
    wait = stage === 'batch' ? 0 : Math.random() * 2 * pace,
  ): Promise<void> {
    const { origin, ca, cclw, apiKey } = gateway;
    const trailFolder = join(folder, `trail of ${seat}`);
    await mkdir(trailFolder, { recursive: true });
    const order: PayingSeatOrder = { store: store.address, gateway: { origin, ca, cclw, apiKey }, seat, trailFolder };
    const child = spawn(process.execPath, [script, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const exited = once(child, 'exit');
    await Promise.race([reached(child.stdout, stage), exited]);
    await setTimeout(wait);
    child.kill('SIGKILL');
    await exited;
    expect(child.signalCode, errors).toBe('SIGKILL');
  }

  async function recorded(): Promise<readonly Attempt[]> {
    const all: Attempt[] = [];
    for await (const attempt of ledger.all(historyFilterSchema.parse({}))) all.push(attempt);
    return all;
  }
  const captures = () => gateway.ledger().filter(({ operation }) => operation.startsWith('CAPT'));
  /** Requests that were under way when a kill came, and those of them about an earlier payment. */
  const cutOffs = (): readonly Attempt[] => attempts.filter(({ unknownCause }) => unknownCause === 'crash');
  const laterCutOffs = () => cutOffs().filter(({ operation }) => operationFacts(operation).refersTo !== 'nothing');

  /** Batches that a kill has cut off. */
  async function leftBatches(): Promise<readonly KeptBatch[]> {
    const left: KeptBatch[] = [];
    for (let index = 0; index < seats; index++) {
      const journal = journalIn(join(dirname(script), `Seat ${index} answers.db`), reportBug);
      left.push(...(await openBatchLog(journal, () => new Date(), reportBug).all()));
      await journal.close();
    }
    return left;
  }

  beforeAll(async () => {
    gateway = await startTrainingGateway();
    store = await makeStore(engine);
    folder = await mkdtemp(join(tmpdir(), 'caja-kill-'));
    await cp(bundled, folder, { recursive: true });
    script = join(folder, 'main/paying-seat.js');
    await (await store.open('Setup')).close();
    const lives = Array.from({ length: count }, (_, index) => index);
    const seat = async (name: string) => {
      for (let life = lives.pop(); life !== undefined; life = lives.pop()) {
        await lifeOf(name, stages[life % stages.length] ?? 'sale');
      }
    };
    await Promise.all(Array.from({ length: seats }, (_, index) => seat(`Seat ${index}`)));
    // A batch may have ended, or not begun, whenever a kill came. Its first capture says that it has begun.
    for (let more = 0; more < 20 && (await leftBatches()).length === 0; more++) await lifeOf('Seat 0', 'capture', 0);

    const office = join(folder, 'office');
    await mkdir(office);
    ledger = await store.open(
      'Back office',
      undefined,
      join(office, 'journal.db'),
      trailHeadsIn(office, reportBug, trailVaultIn(office)),
    );
    await ledger.recover();
    attempts = await recorded();
    // Kills may have come before the first capture, between two requests, or before one about an earlier payment.
    const wasHit = () => captures().length > 0 && cutOffs().length > count / 8 && laterCutOffs().length > 0;
    for (let more = 0; more < 20 && !wasHit(); more++) {
      await lifeOf('Seat 0', 'capture');
      await ledger.recover();
      attempts = await recorded();
    }
    cutOff = await leftBatches();
  });

  afterAll(async () => {
    await store.drop();
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('was interrupted in the middle of payments and of batches', () => {
    expect(captures()).not.toEqual([]);
    expect(cutOffs().length).toBeGreaterThan(count / 8);
    expect(laterCutOffs()).not.toEqual([]);
    expect(cutOff.length).toBeGreaterThan(0);
    for (const { rows } of cutOff)
      for (const { holdId } of rows) expect(attempts.map(({ id }) => id)).toContain(holdId);
    for (const operation of ['void', 'refund', 'recharge'])
      expect(attempts.some((attempt) => attempt.operation === operation && attempt.state === 'approved')).toBe(true);
  });

  it('says what the gateway has processed: nothing is lost, sent twice, called not sent or still in flight', async () => {
    const entries = gateway.ledger();
    expect(entries.filter(({ result }) => result !== 'approved')).toEqual([]);
    const { received } = gateway.status();
    expect(judge({ attempts: await judgedAttempts(ledger), entries, received, told: new Map() })).toEqual([]);
  });

  if (engine === 'PostgreSQL') {
    it('has whole audit trails, also of what was written right before a kill, at a seat that was never killed', async () => {
      expect(await ledger.checkTrail()).toMatchObject({ first: null, breaks: 0 });
    });
  }
});
