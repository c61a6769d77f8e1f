/** A synchronous standby that dies: commits wait for it, so payments are refused in its name, and nothing is called not sent. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { approved, capture, newAttempt, value } from '#test/fixtures/examples.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { startPair, type Pair } from '#test/support/cluster.ts';
import { database } from '#test/support/database-server.ts';
import { soon } from '#test/support/soon.ts';
import { openSeat } from './open-seat.ts';

const unavailable = expect.objectContaining({ name: 'LedgerUnavailable', reason: 'waits-for-standby' });
const now = (): string => new Date().toISOString();

let pair: Pair;
const folder = folderOfTests();
const seats: StoredLedger[] = [];
const heard: string[][] = [];
beforeAll(async () => {
  pair = await startPair({ synchronous: true });
  // The owner's default leaves out the warning of a commit that no standby has confirmed.
  await pair.primary().query(`alter database ${database} set client_min_messages = error`);
  for (let index = 0; index < 3; index++) {
    const ledger = await openSeat([pair.ports[0]], folder, `Seat ${index}`, { ca: pair.ca });
    const reasons: string[] = [];
    ledger.onAvailability((reason) => reasons.push(reason ?? 'up'));
    heard.push(reasons);
    seats.push(ledger);
  }
});
afterAll(async () => {
  await Promise.all(seats.map((seat) => seat.close()));
  await pair.stop();
});

/** Backends of the seats, and those that still wait for the standby. */
async function backends(): Promise<{ readonly all: number; readonly waiting: number }> {
  const [row] = await pair.primary().query<{ all: number; waiting: number }>(
    `select count(*)::int as all, count(*) filter (where wait_event = 'SyncRep')::int as waiting
     from pg_stat_activity where datname = '${database}' and backend_type = 'client backend'`,
  );
  return row ?? { all: 0, waiting: 0 };
}

it('refuses payments in the name of the standby, says so once, leaks no connection, and settles all when it is back', async () => {
  const [first, second, third] = seats as [StoredLedger, StoredLedger, StoredLedger];
  const hold = newAttempt();
  value(await first.begin(hold, null));
  await first.finish(hold.id, approved(), now());
  const inFlight = newAttempt();
  value(await second.begin(inFlight, null));
  await pair.cutReplication();

  // A begin and an answer meet the silence; others of the same seat stand in line behind them.
  const begun = performance.now();
  const given = [newAttempt(), newAttempt(), newAttempt(), capture(hold.id)];
  const answer = approved();
  const answeredAt = now();
  const results = await Promise.all([
    ...given.map((attempt) => expect(first.begin(attempt, null)).rejects.toEqual(unavailable)),
    expect(second.finish(inFlight.id, answer, answeredAt)).rejects.toEqual(unavailable),
    expect(third.begin(newAttempt(), null)).rejects.toEqual(unavailable),
  ]);
  expect(results.length).toBeGreaterThan(0);

  // From now on nobody waits as those have, and the screens go on.
  const later = performance.now();
  for (const seat of seats) {
    await expect(seat.begin(newAttempt(), null)).rejects.toEqual(unavailable);
    expect(await seat.show(hold.id)).toMatchObject({ state: 'approved' });
  }
  expect(performance.now() - later).toBeLessThan(later - begun);

  // Some probes later there is no backend but those of the seats.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  const { all, waiting } = await backends();
  expect(all).toBeLessThanOrEqual(2 * seats.length);
  expect(waiting).toBeLessThanOrEqual(seats.length);
  expect(heard).toEqual(seats.map(() => ['waits-for-standby']));

  await pair.mendReplication();
  await vi.waitFor(() => expect(heard).toEqual(seats.map(() => ['waits-for-standby', 'up'])), soon);
  const paid = newAttempt();
  value(await first.begin(paid, null));
  for (const seat of seats) await seat.recover();
  for (const { id } of given) expect((await first.show(id))?.state ?? 'absent').toMatch(/^(not-sent|absent)$/);
  expect(await first.hold(hold.id)).toMatchObject({ state: 'open' });
  // The primary has had the answer since. The commit that finds it there is confirmed.
  expect(await second.finish(inFlight.id, answer, answeredAt)).toMatchObject({ state: 'approved' });
  expect(await second.show(inFlight.id)).toMatchObject({ state: 'approved' });
  expect(heard).toEqual(seats.map(() => ['waits-for-standby', 'up']));
});
