/** When unconfirmed payments are looked up: at once, at ever longer pauses, and never because of somebody else's payment. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import { resolveUnknowns } from '#electron/core/records/look-up.ts';
import { failed } from '#shared/failure.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const unknowns: number[] = [];
  const asked: number[] = [];
  const bugs: unknown[] = [];
  let tell: (change: LedgerChange) => void = () => undefined;
  let seatOfAll = 'Caja 1';
  let waits: Promise<void> = Promise.resolve();
  const stop = resolveUnknowns({
    ledger: {
      unknownIds: () =>
        Promise.resolve(
          unknowns.map((number) =>
            attemptOf('sell', 'unknown', { id: idOf(number), seat: seatOfAll, startedAt: new Date(0).toISOString() }),
          ),
        ),
      onChange: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    lookUp: async (id) => {
      asked.push(Number(id.slice(-12)));
      await waits;
      return failed({ kind: 'not-found' });
    },
    seat: () => 'Caja 1',
    clock: () => new Date(Date.now()),
    reportBug: (error) => bugs.push(error),
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    unknowns,
    asked,
    bugs,
    stop,
    pass,
    at: (seat: string) => {
      seatOfAll = seat;
    },
    hold: (until: Promise<void>) => {
      waits = until;
    },
    change: async (by: LedgerChange['by'] = 'this-seat') => {
      tell({ attemptIds: [idOf(99)], by });
      await pass(0);
    },
  };
}

test('a fresh one is looked up at once and then ever less often, whatever else is paid meanwhile', async () => {
  vi.setSystemTime(0);
  const { unknowns, asked, change, pass, bugs } = start();
  // The pause has grown by now.
  await pass(60 * 60_000);
  unknowns.push(1);
  await change();
  expect(asked).toEqual([1]);
  for (let payment = 0; payment < 20; payment++) await change();
  expect(asked).toEqual([1]);
  await pass(5_000);
  expect(asked).toEqual([1, 1]);
  await pass(9_999);
  expect(asked).toEqual([1, 1]);
  await pass(1);
  expect(asked).toEqual([1, 1, 1]);
  unknowns.push(2);
  await change();
  expect(asked).toEqual([1, 1, 1, 2]);
  await pass(5_000);
  expect(asked).toEqual([1, 1, 1, 2, 1, 2]);
  expect(bugs).toEqual([]);
});

test('one that comes while another is looked up is not missed', async () => {
  vi.setSystemTime(0);
  const { unknowns, asked, change, pass, hold } = start();
  await pass(0);
  const answer = Promise.withResolvers<void>();
  hold(answer.promise);
  unknowns.push(1);
  await change();
  unknowns.push(2);
  await change();
  expect(asked).toEqual([1]);
  answer.resolve();
  await pass(0);
  expect(asked).toEqual([1, 2]);
});

test('a bug at one is told, and the others are looked up', async () => {
  const { unknowns, asked, bugs, hold, change } = start();
  const bug = new Error('A bug');
  hold(Promise.reject(bug));
  unknowns.push(1, 2);
  await change();
  expect([asked, bugs]).toEqual([
    [1, 2],
    [bug, bug],
  ]);
});

test('those of another seat are left to it for ten minutes, and its changes ask for nothing', async () => {
  vi.setSystemTime(0);
  const { unknowns, asked, change, pass, at, stop } = start();
  at('Caja 2');
  unknowns.push(1);
  await change('another');
  await pass(10 * 60_000);
  expect(asked).toEqual([]);
  await pass(16 * 60_000);
  expect(asked).toContain(1);
  stop();
  const before = asked.length;
  await pass(60 * 60_000);
  expect(asked).toHaveLength(before);
});
