/** Work that is cancelled at any moment, on real files and a real ledger: it is whole, or it never was. */
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { LongWork } from '#electron/core/work/long-work.ts';
import { readCsv } from '#electron/export/csv.ts';
import { checkCopy } from '#test/fixtures/ledger/restore-copy.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { paymentUnderWay } from '#electron/ledger/current/kept-choice.ts';
import { failed, ok } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { newAttempt, record, value } from '#test/fixtures/examples.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { longWork } from '#test/fixtures/long-work.ts';
import { times } from '#test/support/thorough.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';
import { servicesOn, sol } from './on-ledger.ts';

const payments = 100;
let folder: string;
let chosen = '';
let ledger: StoredLedger;
let works: LongWork;

const open = (name: string): Promise<StoredLedger> =>
  openSqliteLedger({ ...seatParts('Till'), file: path.join(folder, name) });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caja-cancelled-'));
  ledger = await open('ledger.db');
  for (let index = 0; index < payments; index++) {
    const startedAt = new Date(Date.UTC(2020, 2, 1) + index * 1_000).toISOString();
    await record(ledger, newAttempt({ operation: 'sell', startedAt }));
  }
});
afterAll(async () => {
  await ledger.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  works = longWork({ viewer: () => sol });
  rmSync(out(), { recursive: true, force: true });
  mkdirSync(out());
});

/** Folder of what the work writes. */
const out = (name = ''): string => path.join(folder, 'out', name);

const calls = (on: StoredLedger = ledger) =>
  createCalls(servicesOn(on, { dialogs: { askWhereToSave: () => Promise.resolve(chosen) }, longWork: works }));

/** Cancels the work after so many turns of the event loop. Has no effect on work that has ended. */
async function cancelAfter(turns: number): Promise<void> {
  for (let turn = 0; turn < turns && (turn < 3 || works.busy()); turn++) await setImmediate();
  for (const { id, end } of works.current(sol)) if (end === null) works.cancel(id, sol);
}

const filesLeft = (): readonly string[] => readdirSync(out()).toSorted();

async function rowsOf(file: string): Promise<number> {
  let rows = -1;
  for await (const _row of readCsv(file)) rows += 1;
  return rows;
}

describe('work that is cancelled at any moment', () => {
  const moments = fc.integer({ min: 0, max: 40 });

  it('leaves a whole export, or none at all', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(moments, fc.constantFrom('csv', 'xlsx'), async (turns, format) => {
        chosen = out(`export.${format}`);
        const exporting = calls().history.export({
          filter: historyFilterSchema.parse({ until: '2021-01-01T00:00:00.000Z' }),
          format,
        });
        await cancelAfter(turns);
        const result = value(await exporting);
        ends.add(result === null ? 'cancelled' : 'done');
        if (result === null) expect(filesLeft()).toEqual([]);
        else {
          expect(result).toEqual({ path: chosen, rows: payments });
          expect(filesLeft()).toEqual([path.basename(chosen)]);
          if (format === 'csv') expect(await rowsOf(chosen)).toBe(payments);
          rmSync(chosen);
        }
      }),
      {
        numRuns: times(5, 25),
        examples: [
          // In the first turn nothing is written yet, so that chance alone need not meet one that is cancelled.
          [1, 'csv'],
          [2, 'xlsx'],
          [5_000, 'csv'],
        ],
      },
    );
    expect(ends).toEqual(new Set(['cancelled', 'done']));
  });

  it('leaves a whole backup or none, and an earlier one untouched', async () => {
    const earlier = out('earlier.db');
    await ledger.backUp(earlier);
    const count = await checkCopy(earlier);
    chosen = out('backup.db');
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 400 }), async (turns) => {
        const making = calls().ledger.backUp(undefined);
        await cancelAfter(turns);
        const result = value(await making);
        ends.add(result === null ? 'cancelled' : 'done');
        expect(filesLeft()).toEqual(result === null ? ['earlier.db'] : ['backup.db', 'earlier.db']);
        if (result !== null) expect(await checkCopy(chosen)).toBe(count);
        rmSync(chosen, { force: true });
      }),
      { numRuns: 4, examples: [[0], [1_000_000]] },
    );
    expect(ends.has('cancelled')).toBe(true);
  });

  it('removes nothing and leaves no file, unless the removal had begun, which then is whole', async () => {
    const template = path.join(folder, 'template.db');
    await ledger.backUp(template);
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (turns) => {
        const name = `purged-${newId()}.db`;
        copyFileSync(template, path.join(folder, name));
        const purged = await open(name);
        chosen = out('removed.csv');
        const purging = calls(purged).ledger.purge({ before: '2021-01-01T00:00:00.000Z' });
        await cancelAfter(turns);
        const result = value(await purging);
        ends.add(result === null ? 'cancelled' : 'done');
        const { attempts } = await sumsOf(purged);
        await purged.close();
        if (result === null) {
          expect(filesLeft()).toEqual([]);
          expect(attempts).toBe(payments);
        } else {
          expect(await rowsOf(chosen)).toBe(payments);
          expect(result.removed).toBe(payments);
          expect(attempts).toBe(0);
          rmSync(chosen);
        }
      }),
      { numRuns: 5, examples: [[2], [9], [1_000_000]] },
    );
    expect(ends).toEqual(new Set(['cancelled', 'done']));
  });
});

it('a payment is recorded and answered while an export runs', async () => {
  chosen = out('export.csv');
  const order: string[] = [];
  const filter = historyFilterSchema.parse({ until: '2021-01-01T00:00:00.000Z' });
  const exporting = (async () => {
    const result = await calls().history.export({ filter, format: 'csv' });
    order.push('exported');
    return result;
  })();
  // The payment arrives in a turn of the event loop of its own, as every call from outside does.
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  await record(ledger, newAttempt({ operation: 'sell' }));
  order.push('paid');
  value(await exporting);
  expect(order).toEqual(['paid', 'exported']);
});

it('no other ledger is chosen once a restore has begun while that one was being opened', async () => {
  const [opening, restoring] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const selectedLedger = {
    opened: () => Promise.resolve(ledger),
    status: () => Promise.resolve({ choice: { engine: 'sqlite' } }),
    async choose(_next: unknown, _password: unknown, busy: () => boolean) {
      await opening.promise;
      return busy() ? paymentUnderWay : ok(null);
    },
    async restore() {
      await restoring.promise;
      return failed({ kind: 'file', detail: '' } as const);
    },
  };
  const dialogs = { askWhatToOpen: () => Promise.resolve(out('copy.db')) };
  const { ledger: on } = createCalls(servicesOn(ledger, { selectedLedger, dialogs, longWork: works }));
  const choosing = on.choose({ choice: { engine: 'sqlite' }, password: null });
  await setImmediate();
  const restored = on.restore({});
  await setImmediate();
  opening.resolve(undefined);
  expect(await choosing).toEqual(paymentUnderWay);
  restoring.resolve(undefined);
  expect(await restored).toMatchObject({ ok: false });
});
